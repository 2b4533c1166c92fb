import * as cheerio from 'cheerio';

/** Reads the prices of a shop's page and rewrites its links. */
export default function run() {
  const $ = cheerio.load(`<!doctype html><html><body><ul id=shop>
<li class="item sale" data-price='{"cny": 12.5}'><a href="/p/1?x=1&amp;y=2">茶 &lt;绿&gt;</a>
<li class=item data-price='{"cny": 30}'><a href="/p/2">咖啡</a><p>new<p>hot
</ul><table><tr><td>1<td>2</table></body></html>`);
  const items = $('li.item')
    .map((at, element) => ({
      at,
      name: $(element).children('a').text().trim(),
      price: $(element).data('price').cny,
      sale: $(element).is('.sale'),
    }))
    .get();
  $('a[href^="/p/"]')
    .attr('href', (_, href) => `https://shop.example${href}`)
    .after('<b>!</b>');
  $('li:not(.sale) > p').first().remove();
  return {
    items,
    html: $('#shop').html(),
    cells: $('td')
      .toArray()
      .map((cell) => $(cell).text()),
    extracted: $.extract({ links: [{ selector: 'a', value: 'href' }] }),
  };
}
