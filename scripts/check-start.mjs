// Runs `npm start` as a user would, reads the URL it prints, fetches the page, and stops it.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const child = spawn('npm', ['start'], { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
const stop = () => {
  try {
    process.kill(-child.pid);
  } catch {
    // It has ended by itself.
  }
};
const deadline = setTimeout(() => {
  console.error('npm start printed no URL within five minutes');
  stop();
  process.exit(1);
}, 300_000);

let output = '';
child.stdout.on('data', async (chunk) => {
  output += chunk;
  process.stdout.write(chunk);
  const url = output.match(/http:\/\/127\.0\.0\.1:\d+\//)?.[0];
  if (!url || child.killed) return;
  child.stdout.removeAllListeners('data');
  const page = await (await fetch(url)).text();
  const parts = await Promise.all(
    ['main.ts', 'bulkhead/tool-worker.js', 'bulkhead/frame.html', 'examples/dice/dist/dice.plugin.js'].map((part) =>
      fetch(url + part),
    ),
  );
  clearTimeout(deadline);
  stop();
  const good = page.includes('Bulkhead workbench') && parts.every(({ ok }) => ok);
  console.log(good ? `started at ${url}` : 'the page or a part of it is missing');
  process.exit(good ? 0 : 1);
});
child.on('exit', (code) => {
  console.error(`npm start ended with ${code} before it printed a URL`);
  process.exit(1);
});
