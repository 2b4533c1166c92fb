import nunjucks from 'nunjucks';

/** Builds a prompt from a template with macros, filters and loops. */
export default function run() {
  const env = new nunjucks.Environment(null, { autoescape: true, trimBlocks: true });
  env.addFilter('shorten', (text, length) => (text.length > length ? `${text.slice(0, length)}…` : text));
  const template = `{% macro line(role, text) -%}[{{ role | upper }}] {{ text | shorten(8) }}{%- endmacro %}
{% for message in messages | sort(false, true, 'at') %}
{{ loop.index }}. {{ line(message.role, message.text) }}{% if not loop.last %};{% endif %}

{% else %}nothing{% endfor %}
{% set total = messages | length %}{{ total }} {{ "pl" if total > 1 else "sg" }} {{ '<b>' }} {{ data | dump | safe }}
{{ ["茶", "酒"] | join("、") }} {{ 3.14159 | round(2) }} {{ messages | groupby('role') | dump | safe }}`;
  return env.renderString(template, {
    messages: [
      { role: 'user', text: '今天的天气怎么样呢朋友', at: 2 },
      { role: 'system', text: 'Be <kind>', at: 1 },
    ],
    data: { a: [1, null] },
  });
}
