import { checkMethod, type Handler } from './handler.js';

/** Answers `ctx.tools`. */
export const tools: Handler =
  ({ call, callTool }) =>
  async (method, { name, args }, signal) => {
    checkMethod(method, 'tools.call');
    const tool = String(name).slice(0, 64);
    await call.must('tool.call', `call the tool ${tool}`, {
      of: (permission) => permission.cap === 'tool.call' && permission.tools.includes(tool),
      otherwise: `tool.call ${tool} is in no permission of the manifest`,
    });
    signal.throwIfAborted();
    return callTool(tool, args, signal);
  };
