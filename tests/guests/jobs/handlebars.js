import Handlebars from 'handlebars';

/** Renders a character's sheet from templates with partials and helpers. */
export default function run() {
  const hb = Handlebars.create();
  hb.registerHelper('times', (count, options) =>
    Array.from({ length: count }, (_, index) => options.fn({ index })).join(''),
  );
  hb.registerHelper('upper', (text) => new Handlebars.SafeString(`<b>${text.toUpperCase()}</b>`));
  hb.registerPartial('item', '{{#if rare}}★{{/if}}{{name}} ×{{count}}{{#unless @last}}, {{/unless}}');
  const template = hb.compile(
    `{{upper name}} ({{level}}){{#with stats as |s|}} HP {{s.hp}}{{/with}}
{{#each bag}}{{@index}}:{{> item}}{{else}}empty{{/each}}
{{#times 3}}<{{index}}>{{/times}} {{{raw}}} {{raw}} {{lookup tags 1}} {{!-- hidden --}}`,
  );
  const hero = { name: 'Lǐ', level: 3, stats: { hp: 12 }, raw: '<剑>', tags: ['a', 'b'] };
  return [
    template({
      ...hero,
      bag: [
        { name: '药水', count: 2, rare: true },
        { name: 'rope', count: 1 },
      ],
    }),
    template({ ...hero, bag: [] }),
  ];
}
