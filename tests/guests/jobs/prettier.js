import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';
import * as markdown from 'prettier/plugins/markdown';
import * as prettier from 'prettier/standalone';

/** Formats a model's code, and Markdown with code in it. */
export default async function run() {
  const plugins = [babel, estree, markdown];
  const code = `const 值=async({a,b:{c}={}})=>{if(a)return await Promise.all([1,2,3].map(async x=>x**2));else throw new Error("一个很长的错误信息，用来换行: "+c+" and some more words")}
export class A extends B{static #p=1;get x(){return this.#p??0}}`;
  const text = '# 标题\n* a\n* b\n\n```js\nfoo ( 1,2 )\n```\n\n| a | 中文 |\n|--|:-:|\n| 1 | 2 |\n';
  let broken;
  try {
    await prettier.format('let = ;', { parser: 'babel', plugins });
  } catch (error) {
    broken = [error.name, error.loc?.start];
  }
  return {
    code: await prettier.format(code, { parser: 'babel', plugins, singleQuote: true, printWidth: 80 }),
    text: await prettier.format(text, { parser: 'markdown', plugins }),
    checked: await prettier.check('a();\n', { parser: 'babel', plugins }),
    broken,
  };
}
