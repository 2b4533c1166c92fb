import type { GuestMaker } from '../orchestrator/custom-run.js';
import { later, onDemand } from '../primitives/lazy.js';
import type { AskList } from '../questions/ask-list.js';
import { SkillBase } from '../skills/skill-base.js';
import type { TextCallReader, TextCalls, TextScan } from '../text-calls/reader.js';
import type { SkillLimits, Skills } from '../text-calls/skill-types.js';
import type { PageTools } from '../tools/page-tools.js';
import type { ToolRegistry } from '../tools/registry.js';
import type { Tools } from './tools.js';

const parts = onDemand(() => import('../text-calls/reader.js'));

export interface TextsOptions {
  /** Of the text-call worker. */
  readonly url: string;
  readonly registry: ToolRegistry;
  readonly pages: PageTools;
  readonly tools: Pick<Tools, 'execute'>;
  readonly guests: GuestMaker;
  readonly asks: AskList;
  readonly limits: SkillLimits;
  /** @throws when the host is gone. */
  readonly alive: () => void;
  readonly changed: () => void;
}

/** What is asked of the reader once it is loaded. */
type Asked = Required<Omit<TextCalls, 'open'>>;

/** What a host has for models that call by writing: the reader, and the skills. Neither is loaded before its first use. */
export function hostTexts({ url, alive, ...options }: TextsOptions) {
  let reader: TextCallReader | undefined;
  const open = async (): Promise<TextCallReader> => {
    const { TextCallReader } = await parts();
    alive();
    reader ??= new TextCallReader(url, options);
    return reader;
  };
  const textCalls: TextCalls = {
    ...later<Asked>('parse prompt quotations askAbout', open as () => Promise<Asked>),
    open: (scanning) => laterScan(open().then((one) => one.open(scanning))),
  };
  const skills: Skills = new SkillBase({ ...options, textCalls });
  return { faces: { skills, textCalls }, close: () => reader?.close() };
}

/** A scan whose reader is being loaded. */
function laterScan(opening: Promise<TextScan>): TextScan {
  opening.catch(() => {});
  const close = () => void opening.then((scan) => scan.close()).catch(() => {});
  return {
    ...later<Pick<TextScan, 'feed' | 'end'>>('feed end', () => opening),
    close,
    [Symbol.dispose]: close,
  };
}
