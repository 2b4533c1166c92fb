import * as z from 'zod';

/** Checks what a model answers, says what is wrong, and makes the schema for the model. */
export default function run() {
  const Item = z.object({
    name: z.string().min(1).max(20),
    kind: z.enum(['weapon', 'food']),
    weight: z.number().positive().optional(),
    tags: z.array(z.string().regex(/^\p{L}+$/u)).default([]),
  });
  const Answer = z.discriminatedUnion('type', [
    z.object({ type: z.literal('item'), item: Item }),
    z.object({
      type: z.literal('note'),
      at: z.iso.datetime(),
      text: z
        .string()
        .trim()
        .transform((text) => text.length),
    }),
  ]);
  const inputs = [
    { type: 'item', item: { name: '剑', kind: 'weapon', extra: 1 } },
    { type: 'item', item: { name: '', kind: 'tool', weight: -1, tags: ['a1'] } },
    { type: 'note', at: '2024-02-29T10:00:00Z', text: '  你好 ' },
    { type: 'other' },
  ];
  return {
    results: inputs.map((input) => {
      const result = Answer.safeParse(input);
      return result.success ? result.data : z.flattenError(result.error);
    }),
    pretty: z.prettifyError(Answer.safeParse(inputs[1]).error),
    schema: z.toJSONSchema(Item, { io: 'input' }),
    chinese: z.safeParse(z.string(), 1, { error: z.locales.zhCN().localeError }).error.issues[0].message,
  };
}
