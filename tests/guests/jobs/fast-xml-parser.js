import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';

/** Reads a feed, and writes it back with one more entry. */
export default function run() {
  const xml = `<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>新闻 &amp; 天气</title>
<item id="1"><title><![CDATA[雨 <大>]]></title><dc:date>2024-03-01</dc:date><count>007</count></item>
<item id="2"><title>Sun</title><dc:date>2024-03-02</dc:date><count>12.50</count><!-- ! --></item>
</channel></rss>`;
  const options = { ignoreAttributes: false, attributeNamePrefix: '@', cdataPropName: '#cdata', commentPropName: '#c' };
  const read = new XMLParser({ ...options, isArray: (name) => name === 'item' }).parse(xml);
  read.rss.channel.item.push({ '@id': '3', title: '风 & 云', count: 1 });
  return {
    valid: XMLValidator.validate(xml),
    invalid: XMLValidator.validate('<a><b></a>'),
    read,
    written: new XMLBuilder({ ...options, format: true, indentBy: ' ' }).build(read),
    ordered: new XMLParser({ preserveOrder: true }).parse('<p>one<b>two</b>three</p>'),
  };
}
