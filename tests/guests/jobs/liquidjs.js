import { Liquid } from 'liquidjs';

/** Renders the mail of a shop, with a tag and a filter of its own. */
export default async function run() {
  const engine = new Liquid({ timezoneOffset: 'Asia/Shanghai', jsTruthy: true });
  engine.registerFilter('yuan', (fen) => `¥${(fen / 100).toFixed(2)}`);
  const template = `{% assign sorted = items | sort: "price" | reverse %}{% for item in sorted limit: 2 -%}
{{ forloop.index }}. {{ item.name | escape }} {{ item.price | yuan }}{% unless forloop.last %}, {% endunless %}
{%- endfor %}
{% case items.size %}{% when 3 %}three{% else %}other{% endcase %} {{ "now" | size }} {{ date | date: "%Y-%m-%d %H:%M" }}
{% capture all %}{{ items | map: "name" | join: "|" }}{% endcapture %}{{ all | upcase | truncate: 9 }}
{% tablerow n in (1..3) cols:2 %}{{ n }}{% endtablerow %} {{ 7 | modulo: 4 | plus: 1.5 }} {{ html | strip_html }}`;
  return engine.parseAndRender(template, {
    items: [
      { name: '茶<叶>', price: 4200 },
      { name: 'cup', price: 999 },
      { name: 'pot', price: 12000 },
    ],
    date: '2024-02-29T23:30:00Z',
    html: '<p>hi <b>you</b></p>',
  });
}
