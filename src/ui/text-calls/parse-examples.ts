import { t } from '../i18n/text.js';

/** An answer of a model that the inspector shows in one press. */
export interface ParseExample {
  readonly id: 'bracket' | 'repaired' | 'reasoning';
  readonly text: () => string;
}

/** Two calls; one that has to be repaired; and one that is only thought of before another is made. */
export const PARSE_EXAMPLES: readonly ParseExample[] = [
  {
    id: 'bracket',
    text: () => `${t('inspect.say.look')}

[CALL: get_weather({"city": "Lisbon", "days": 3})]
[CALL: roll_dice({"sides": 20, "times": 2})]

${t('inspect.say.both')}`,
  },
  {
    id: 'repaired',
    text: () => `${t('inspect.say.weather')}
<tool_call>
{name: 'get_weather', arguments: {'city': 'Lisbon', days: 3,}}
</tool_call>`,
  },
  {
    id: 'reasoning',
    text: () => `<think>
${t('inspect.say.think', { call: '[CALL: find_places({"city": "Lisbon"})]' })}
</think>
${t('inspect.say.book')}
<tool_call>
<function=book_table>
<parameter=place>
Tasca do Chico
</parameter>
<parameter=people>
4
</parameter>
</function>
</tool_call>`,
  },
];
