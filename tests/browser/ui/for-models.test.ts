import { afterEach, expect, test } from 'vitest';
import { BulkheadSkillSwitches, useLanguage } from '../../../src/ui/index.js';

afterEach(() => {
  document.body.replaceChildren();
  useLanguage('en');
});

test.each([
  ['en', 'Adds two numbers.'],
  ['zh-Hans', '给模型的说明：Adds two numbers.'],
  ['zh-Hant', '給模型的說明：Adds two numbers.'],
] as const)(
  '%s: what a tool tells models is marked as such where people use another language',
  async (language, words) => {
    useLanguage(language);
    const element = new BulkheadSkillSwitches();
    element.skills = [{ name: 'add_numbers', description: 'Adds two numbers.', on: true }];
    document.body.append(element);
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('.description')?.textContent).toBe(words);
  },
);
