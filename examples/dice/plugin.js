import { DiceRoll, NumberGenerator } from '@dice-roller/rpg-dice-roller';

NumberGenerator.generator.engine = NumberGenerator.engines.nativeMath;

export const manifest = {
  id: 'dice',
  version: '1.0.0',
  name: { en: 'Dice', 'zh-Hans': '骰子' },
  description: {
    en: 'Rolls dice in the usual notation of role-playing games.',
    'zh-Hans': '按角色扮演游戏的常用记法掷骰子。',
  },
  author: { name: 'Bulkhead examples' },
  license: 'MIT',
};

registerTool({
  name: 'roll_dice',
  displayName: 'Roll dice',
  description: 'Rolls dice and tells every die and the total. 4d6kh3+2 rolls four dice, keeps the best three, adds 2.',
  mode: 'read',
  parameters: {
    type: 'object',
    properties: {
      notation: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        default: '4d6kh3+2',
        description: 'Dice notation, e.g. 2d20kh1+5 or 3d6!',
      },
      times: { type: 'integer', minimum: 1, maximum: 20, default: 1, description: 'How often to roll' },
    },
    required: ['notation'],
    additionalProperties: false,
  },
  exec({ notation, times = 1 }, ctx) {
    const rolls = Array.from({ length: times }, () => new DiceRoll(notation));
    for (const roll of rolls) ctx.log(roll.output);
    return {
      notation,
      rolls: rolls.map(({ total, output }) => ({ total, output })),
      lowest: rolls[0].minTotal,
      highest: rolls[0].maxTotal,
    };
  },
});
