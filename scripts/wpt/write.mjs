import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { FOLDERS, NEEDS, PATTERNS, REASONS } from './folders.mjs';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const number = (count) => count.toLocaleString('en');

/** The reason of one failed test. */
const reasonOf = (file, [name, , message]) =>
  PATTERNS.find(([files, words]) => files.test(file) && (words.test(message) || words.test(name)))?.[2] ?? 'other';

/** Counts of one folder: files that ran, files that did not, and tests by how they ended. */
function countsOf(results, folder) {
  const own = results.filter((one) => one.folder === folder);
  const ran = own.filter(({ tests }) => tests);
  const tests = ran.flatMap((one) => one.tests);
  const passed = tests.filter(([, status]) => status === 0).length;
  return { ran: ran.length, left: own.length - ran.length, passed, failed: tests.length - passed };
}

/** How often each key occurs, the most frequent first. */
function tally(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

const TEXTS = [
  {
    link: '[简体中文](zh-CN/web-platform-tests.md)',
    title: '# web-platform-tests',
    about: (commit) =>
      `\`npm run wpt -- PATH\` runs folders of web-platform-tests in guests, each file in a guest of its own, and writes this page. The snapshot is web-platform-tests, commit \`${commit}\` (April 2020); its files are no part of this repository. The guests run in Node ${process.versions.node}, with the natives of the tool worker. A file is run when it holds scripts only and needs no page. Relative addresses are resolved by the script, and \`fetch\` reads files of the snapshot.`,
    counts: ['## Results', '| folder | files run | files not run | tests passed | tests failed |'],
    total: 'all',
    failed: ['## Why tests fail', '| reason | tests |'],
    left: ['## Why files are not run', '| reason | files |'],
  },
  {
    link: '[English](../web-platform-tests.md)',
    title: '# web-platform-tests',
    about: (commit) =>
      `\`npm run wpt -- PATH\` 在访客里运行 web-platform-tests 的若干文件夹，每个文件有自己的访客，并写出本页。快照是 web-platform-tests，提交 \`${commit}\`（2020 年 4 月）；它的文件不属于本仓库。访客在 Node ${process.versions.node} 里运行，使用工具 worker 的原生函数。只含脚本、不需要页面的文件才运行。相对地址由脚本解析，\`fetch\` 读取快照里的文件。`,
    counts: ['## 结果', '| 文件夹 | 运行的文件 | 未运行的文件 | 通过的测试 | 失败的测试 |'],
    total: '全部',
    failed: ['## 测试为何失败', '| 原因 | 测试 |'],
    left: ['## 文件为何未运行', '| 原因 | 文件 |'],
  },
];

/** Writes the page of the documents, in both languages, from one run over all folders. */
export async function writePages(results, commit) {
  const folders = FOLDERS.map((folder) => [folder, countsOf(results, folder)]);
  const sum = (key) => folders.reduce((all, [, counts]) => all + counts[key], 0);
  const failures = tally(
    results.flatMap(({ file, tests = [] }) =>
      tests.filter(([, status]) => status !== 0).map((test) => reasonOf(file, test)),
    ),
  );
  const needs = tally(results.flatMap(({ needs }) => needs ?? []));
  for (const [language, text] of TEXTS.entries()) {
    const row = (name, { ran, left, passed, failed }) =>
      `| ${name} | ${number(ran)} | ${number(left)} | ${number(passed)} | ${number(failed)} |`;
    const all = { ran: sum('ran'), left: sum('left'), passed: sum('passed'), failed: sum('failed') };
    const lines = [
      ...[text.title, '', text.link, '', text.about(commit), ''],
      ...[text.counts[0], '', text.counts[1], '|---|---|---|---|---|'],
      ...[...folders.map(([folder, counts]) => row(`\`${folder}\``, counts)), row(text.total, all), ''],
      ...[text.failed[0], '', text.failed[1], '|---|---|'],
      ...[...failures.map(([key, count]) => `| ${REASONS[key][language]} | ${number(count)} |`), ''],
      ...[text.left[0], '', text.left[1], '|---|---|'],
      ...[...needs.map(([key, count]) => `| ${NEEDS[key][language]} | ${number(count)} |`), ''],
    ];
    await writeFile(`${docs}${language === 0 ? '' : 'zh-CN/'}web-platform-tests.md`, lines.join('\n'));
  }
}
