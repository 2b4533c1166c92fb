import { BulkheadError } from '../../../worker/protocol/errors.js';
import { checkMethod, type Handler } from './handler.js';

const NOTE_CHARS = 500;

/** Answers `ctx.notify`. */
export const notify: Handler = ({ call, services, noticesPerCall }) => {
  const show = services.notify;
  if (!show) return undefined;
  const { simulation } = call;
  let notices = 0;
  return async (method, args, signal) => {
    checkMethod(method, 'notify.show');
    notices += 1;
    if (notices > noticesPerCall) {
      const why = `more than ${noticesPerCall} notices in one call: put the rest into one, or show them in the next call`;
      throw new BulkheadError('CAPABILITY_LIMIT', why);
    }
    const text = String(args.text ?? '').slice(0, NOTE_CHARS);
    if (simulation) {
      simulation.add({ kind: 'notify', plugin: call.plugin.id, text });
      return undefined;
    }
    await call.must('notify', 'show a notice');
    signal.throwIfAborted();
    show(text, call.plugin);
    return undefined;
  };
};
