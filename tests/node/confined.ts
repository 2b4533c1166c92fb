/** What native code in the process of a tool worker tries: it has Node's own global, as if walls 1 to 4 had fallen. */
export const OUTSIDE = `(() => {
  const { getBuiltinModule } = process;
  const fs = getBuiltinModule('fs');
  const tries = {
    'read a file': () => fs.readFileSync('/etc/hostname', 'utf8'),
    'list a folder': () => fs.readdirSync('/etc'),
    'write a file': () => fs.writeFileSync('/tmp/bulkhead-escaped', 'x'),
    'read the folder of the package': () => fs.readdirSync(FOLDER),
    'start a program': () => getBuiltinModule('child_process').execFileSync('/bin/echo', ['x']),
    'start a thread': () => new (getBuiltinModule('worker_threads').Worker)('1', { eval: true }),
    'see the environment': () => { if (process.env.PATH === undefined && process.env.HOME === undefined) throw new Error('empty'); },
    'load an addon': () => process.dlopen({ exports: {} }, '/tmp/none.node'),
    'change the files of the process': () => fs.writeFileSync(process.argv[2], ''),
    'inspect the host': () => getBuiltinModule('inspector').open(0),
  };
  // A thread that is started so would be without the bounds of its process.
  tries['start an unbounded thread'] = () => new (getBuiltinModule('worker_threads').Worker)('1', { eval: true, execArgv: [] });
  const reached = {};
  for (const [what, work] of Object.entries(tries)) {
    try { work(); reached[what] = 'reached'; } catch (error) { reached[what] = String(error.code ?? error.message); }
  }
  return reached;
})()`;

/** What native code in a stripped realm finds: every object that it can get to from its global, its port and an event. */
export const INSIDE = `(async (event) => {
  // A message of a real port: it is an event of Node's own.
  const message = await new Promise((resolve) => {
    event.data.port.addEventListener('message', resolve);
    event.data.port.start();
  });
  const names = new Set(['require', 'process', 'dlopen', 'getBuiltinModule', 'internalBinding', 'binding', '_linkedBinding', 'spawn',
    'readFileSync', 'createRequire', 'importModuleDynamically', 'runInThisContext', 'compileFunction', 'Worker', 'fetch', 'WebSocket',
    'setTimeout', 'setImmediate', 'XMLHttpRequest', 'eval_', 'createHook',
    'dispatch', 'Agent', 'Pool', 'Client']);
  const seen = new Set();
  const found = new Set();
  const queue = [[globalThis, 'globalThis'], [event, 'event'], [event.data, 'data'], [event.data.port, 'port'], [new Error('x'), 'error'],
    [(async () => {}).constructor, 'AsyncFunction'], [function* () {}, 'generator'], [event.data.engine, 'engine'], [message, 'message']];
  const visit = (value, path) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    if (typeof value === 'function' && names.has(value.name)) found.add(path + ' is ' + value.name);
    queue.push([value, path]);
  };
  while (queue.length > 0 && seen.size < 200000) {
    const [object, path] = queue.shift();
    seen.add(object);
    visit(Object.getPrototypeOf(object), path + '.__proto__');
    for (const key of Reflect.ownKeys(object)) {
      const name = String(key);
      if (names.has(name)) found.add(path + '.' + name);
      const descriptor = Reflect.getOwnPropertyDescriptor(object, key);
      if (!descriptor) continue;
      const at = path.length > 300 ? path : path + '.' + name;
      visit(descriptor.get, at + '(get)');
      visit(descriptor.set, at + '(set)');
      if ('value' in descriptor) visit(descriptor.value, at);
      else try { visit(descriptor.get.call(object), at); } catch {}
    }
  }
  const run = (what, code) => { try { const value = code(); return value === undefined ? [] : [what]; } catch { return []; } };
  const evaluated = [
    ...run('process by Function', () => Function('return typeof process === "undefined" ? undefined : process')()),
    ...run('require by Function', () => Function('return typeof require === "undefined" ? undefined : require')()),
    ...run('process by eval', () => (0, eval)('typeof process === "undefined" ? undefined : process')),
    ...run('process of a function of the host', () => event.data.port.postMessage.constructor('return typeof process === "undefined" ? undefined : process')()),
  ];
  const importing = ['node:fs', 'fs', 'data:text/javascript,export default 1', 'file:///etc/hostname'].flatMap((name) =>
    [() => (0, eval)('import(' + JSON.stringify(name) + ')'), () => Function('return import(' + JSON.stringify(name) + ')')(),
     () => event.data.port.postMessage.constructor('return import(' + JSON.stringify(name) + ')')()]
      .map(async (work) => { try { await work(); return 'import ' + name; } catch { return undefined; } }));
  return Promise.all(importing).then((imported) => ({ globals: Reflect.ownKeys(globalThis).map(String), objects: seen.size,
    found: [...found, ...evaluated, ...imported.filter(Boolean)] }));
})`;
