import type { ErrorCode, StoppedBy } from '../index.js';
import { language } from './language.js';
import { t } from './text.js';

/** An error as the interface shows it: plain data, whoever threw it. */
export interface ErrorView {
  readonly code: string;
  readonly message: string;
  /** The code that the tool itself gave its error. */
  readonly ownCode?: string;
  /** What the model is told to do instead. */
  readonly hint?: string;
  readonly stoppedBy?: StoppedBy;
  readonly line?: number;
  readonly column?: number;
  readonly mismatches: readonly { readonly path: string; readonly message: string }[];
}

const WORDS: { readonly [code in ErrorCode]: readonly [string, string] } = {
  BAD_ARGS: ['Something here was filled in wrongly.', '填写的内容有误。'],
  STOPPED: ['It was stopped.', '已停止。'],
  HOST_DISPOSED: ['Bulkhead has ended on this page.', 'Bulkhead 已在此页面结束。'],
  TOOL_NOT_FOUND: ['No tool of that name is on.', '没有已开启的同名工具。'],
  PLUGIN_NOT_FOUND: ['That plugin is not installed.', '该插件未安装。'],
  PLUGIN_DISABLED: ['That plugin is off.', '该插件已关闭。'],
  TOO_MANY_CALLS: ['Too many calls are waiting for this plugin.', '等待该插件的调用过多。'],
  ARGUMENTS_UNSERIALIZABLE: ['The arguments are not plain data.', '参数不是纯数据。'],
  ARGUMENTS_TOO_LARGE: ['The arguments are too large.', '参数过大。'],
  REVIEW_ACTIVE: ['Another simulated review is not over. End it first.', '另一个模拟审查尚未结束，请先结束它。'],
  NOT_IMPLEMENTED: ['No tool of this name is on in this run.', '此运行中没有开启该名称的工具。'],
  TOOL_ARGUMENTS_INVALID: ['The arguments do not fit the tool.', '参数不符合工具要求。'],
  TOOL_ERROR: ['The tool reported an error.', '工具报告了错误。'],
  TOOL_TIMEOUT: ['The tool took too long.', '工具用时过长。'],
  TOOL_MEMORY: ['The tool used too much memory.', '工具占用内存过多。'],
  TOOL_CRASHED: ['The tool crashed.', '工具崩溃了。'],
  TOOL_RESULT_UNSERIALIZABLE: ['The tool returned something that is not JSON.', '工具返回的不是 JSON。'],
  TOOL_RESULT_TOO_LARGE: ['The tool returned too much.', '工具返回的内容过大。'],
  CAPABILITY_DENIED: ['The tool asked for something it may not have.', '工具请求了未授予的权限。'],
  CAPABILITY_LIMIT: ['The tool asked for too much at once.', '工具一次请求过多。'],
  PLUGIN_STRUCK: ['The plugin failed too often and was switched off.', '插件多次失败，已被关闭。'],
  WORKER_FLOODED: ['The plugin sent too many messages and was ended.', '插件发送的消息过多，已被终止。'],
  PROTOCOL_VIOLATION: ['The plugin’s worker said something it may not say.', '插件的工作线程违反了协议。'],
  SOURCE_TOO_LARGE: ['The source is too large.', '源代码过大。'],
  SOURCE_NOT_TEXT: ['This is not a script.', '这不是脚本文件。'],
  SOURCE_SYNTAX: ['The source has a syntax error.', '源代码有语法错误。'],
  SOURCE_THREW: ['The source failed while it loaded.', '源代码在加载时出错。'],
  SOURCE_UNREACHABLE: ['The source could not be fetched.', '无法获取源代码。'],
  NO_TOOL_REGISTERED: ['The source registers no tool.', '源代码没有注册任何工具。'],
  TOO_MANY_TOOLS: ['The source registers too many tools.', '源代码注册的工具过多。'],
  MANIFEST_INVALID: ['The plugin’s manifest is wrong.', '插件的清单有误。'],
  SPEC_INVALID: ['A tool is described wrongly.', '工具的描述有误。'],
  NAME_INVALID: ['A tool’s name is not allowed.', '工具名称不合规。'],
  NAME_RESERVED: [
    'This name belongs to a built-in. Give the tool another name.',
    '此名称属于内置工具，请为工具换一个名称。',
  ],
  NAME_TAKEN: ['A tool of that name exists already.', '已有同名工具。'],
  EXEC_INVALID: ['A tool has nothing to run.', '工具没有可运行的函数。'],
  MODE_INVALID: ['A tool does not say whether it reads or writes.', '工具没有说明是读还是写。'],
  SIMULATE_INVALID: ['A tool’s simulation is no function.', '工具的模拟不是函数。'],
  SCHEMA_INVALID: ['A tool’s schema cannot be used.', '工具的参数模式无法使用。'],
  WORKER_LOST: ['The plugin’s worker was lost. Try again.', '插件的工作线程已丢失，请重试。'],
  STORE_UNAVAILABLE: ['This browser keeps nothing for this page.', '浏览器不允许此页面存储数据。'],
  STORE_FAILED: ['The browser could not keep the change.', '浏览器未能保存更改。'],
  WALL_MISSING: ['A wall that this page requires does not stand.', '此页面所需的一道墙缺失。'],
  HOST_BLOCKED: ['This page’s own rules block Bulkhead.', '此页面的规则阻止了 Bulkhead。'],
  ASSET_UNREACHABLE: ['A file of Bulkhead could not be fetched.', '无法获取 Bulkhead 的文件。'],
  INTERNAL: ['Bulkhead itself failed.', 'Bulkhead 内部出错。'],
};

const RINGS: readonly string[] = ['guest', 'interrupt', 'pump', 'memory', 'engine', 'watchdog', 'abort', 'validation'];

/** What a code means, in one sentence of the language in use. */
export function errorWords(code: string): string {
  const words = Object.hasOwn(WORDS, code) ? WORDS[code as ErrorCode] : WORDS.INTERNAL;
  return words[language() === 'en' ? 0 : 1];
}

/** Which ring stopped a call, in words; empty when the error does not say. */
export const ringWords = ({ stoppedBy }: ErrorView): string => (stoppedBy ? t(`ring.${stoppedBy}`) : '');

/** Reduces anything thrown to what the interface shows. An abort of ours counts as `STOPPED`. */
export function viewError(thrown: unknown): ErrorView {
  const { code, message, name, details } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Record<
    string,
    unknown
  >;
  const text = typeof message === 'string' ? message : String(thrown);
  // What the browser says of an abort is nothing a person needs to read.
  if (name === 'AbortError') return { code: 'STOPPED', message: '', stoppedBy: 'abort', mismatches: [] };
  const { stoppedBy, line, column, path, mismatches, hint, guest } = (details ?? {}) as Record<string, unknown>;
  const places = Array.isArray(mismatches) ? mismatches : typeof path === 'string' ? [{ path, message: text }] : [];
  const said: { readonly code?: unknown; readonly hint?: unknown } = Object(guest);
  const own = said.code;
  const advice = hint ?? said.hint;
  return {
    code: typeof code === 'string' ? code : 'INTERNAL',
    message: text,
    mismatches: places,
    ...(RINGS.includes(String(stoppedBy)) && { stoppedBy: stoppedBy as StoppedBy }),
    ...(typeof own === 'string' && own !== '' && { ownCode: own }),
    ...(typeof advice === 'string' && advice !== '' && { hint: advice }),
    ...(typeof line === 'number' && { line }),
    ...(typeof column === 'number' && { column }),
  };
}
