import i18next from 'i18next';

/** The texts of a tool in three languages, with plurals, contexts and numbers. */
export default async function run() {
  const i18n = i18next.createInstance();
  await i18n.init({
    lng: 'ru',
    fallbackLng: 'en',
    showSupportNotice: false,
    resources: {
      en: {
        translation: {
          items_one: '{{count}} item',
          items_other: '{{count}} items',
          nest: 'I have $t(items, {"count": {{n}} })',
          only: 'English only',
          day: '{{at, datetime(dateStyle: medium; timeZone: UTC)}}',
        },
      },
      ru: {
        translation: {
          items_one: '{{count}} предмет',
          items_few: '{{count}} предмета',
          items_many: '{{count}} предметов',
          friend: 'Друг',
          friend_female: 'Подруга',
        },
      },
      zh: {
        translation: {
          items_other: '{{count}} 个物品',
          price: '{{n, currency(CNY)}}',
          list: '{{all, list}}',
          escape: '{{html}} {{- html}}',
        },
      },
    },
  });
  const zh = i18n.getFixedT('zh');
  const en = i18n.getFixedT('en');
  return {
    ru: [1, 3, 5, 21].map((count) => i18n.t('items', { count })),
    context: [i18n.t('friend'), i18n.t('friend', { context: 'female' }), i18n.t('only'), i18n.t('missing', 'default')],
    zh: [
      zh('items', { count: 2 }),
      zh('price', { n: 1234.5 }),
      zh('list', { all: ['茶', '酒', '水'] }),
      zh('escape', { html: '<b>' }),
    ],
    en: [en('nest', { n: 3 }), en('day', { at: new Date(0) })],
    exists: [i18n.exists('only'), i18n.exists('nothing')],
    dir: i18n.dir('ar'),
  };
}
