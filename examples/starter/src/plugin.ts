import type { PluginManifest } from 'bulkhead/plugin';
import { scale } from './scale.js';

export const manifest = {
  manifest: 1,
  id: 'recipe-scaler',
  version: '1.0.0',
  name: { en: 'Recipe scaler', 'zh-Hans': '食谱换算' },
  permissions: [
    {
      id: 'household',
      cap: 'store',
      quotaMiB: 1,
      reason: { en: 'to remember how many you cook for', 'zh-Hans': '记住您为几个人做饭' },
    },
  ],
} as const satisfies PluginManifest;

registerTool({
  name: 'scale_recipe',
  description:
    'Scales the amounts of a recipe to another number of servings. It remembers the number for the next recipe.',
  mode: 'write',
  parameters: {
    type: 'object',
    properties: {
      amounts: {
        type: 'array',
        items: { type: 'string', maxLength: 40 },
        maxItems: 100,
        description: 'Each amount without its unit, as a number or a fraction: "1 1/2"',
      },
      from: { type: 'integer', minimum: 1, description: 'Servings that the recipe is for' },
      to: { type: 'integer', minimum: 1, description: 'Servings that are wanted; without it, as many as last time' },
    },
    required: ['amounts', 'from'],
    additionalProperties: false,
  },
  async exec({ amounts, from, to }, ctx) {
    const servings = to ?? (await ctx.storage.get<number>('servings')) ?? from;
    const scaled = amounts.map((amount) => scale(amount, from, servings));
    ctx.log(`from ${from} to ${servings} servings`);
    if (to !== undefined) await ctx.storage.set('servings', to);
    return { servings, amounts: scaled };
  },
});
