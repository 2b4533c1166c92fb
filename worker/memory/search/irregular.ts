/** English forms that no rule leads back to their word: `word: form form`. */
const FORMS =
  'be: am is are was were been;become: became;begin: began begun;bend: bent;bite: bit bitten;bleed: bled;blow: blew blown;' +
  'break: broke broken;breed: bred;bring: brought;build: built;burn: burnt;buy: bought;catch: caught;choose: chose chosen;' +
  'come: came;creep: crept;deal: dealt;dig: dug;do: did done;draw: drew drawn;dream: dreamt;drink: drank drunk;' +
  'drive: drove driven;eat: ate eaten;fall: fell fallen;feed: fed;feel: felt;fight: fought;find: found;flee: fled;fly: flew flown;' +
  'forbid: forbade forbidden;forget: forgot forgotten;forgive: forgave forgiven;freeze: froze frozen;get: got gotten;' +
  'give: gave given;go: went gone;grow: grew grown;hang: hung;have: had has;hear: heard;hide: hid hidden;hold: held;keep: kept;' +
  'kneel: knelt;know: knew known;lay: laid;lead: led;leap: leapt;learn: learnt;leave: left;lend: lent;lie: lain;light: lit;' +
  'lose: lost;make: made;mean: meant;meet: met;pay: paid;ride: rode ridden;ring: rang rung;rise: rose risen;run: ran;' +
  'say: said;see: saw seen;seek: sought;sell: sold;send: sent;shake: shook shaken;shine: shone;shoot: shot;show: shown;' +
  'shrink: shrank shrunk;sing: sang sung;sink: sank sunk;sit: sat;sleep: slept;slide: slid;speak: spoke spoken;spend: spent;' +
  'spin: spun;stand: stood;steal: stole stolen;stick: stuck;sting: stung;strike: struck;swear: swore sworn;sweep: swept;' +
  'swim: swam swum;swing: swung;take: took taken;teach: taught;tear: tore torn;tell: told;think: thought;throw: threw thrown;' +
  'understand: understood;wake: woke woken;wear: wore worn;weave: wove woven;weep: wept;win: won;write: wrote written;' +
  'child: children;person: people;man: men;woman: women;foot: feet;tooth: teeth;mouse: mice;goose: geese;knife: knives;' +
  'wife: wives;life: lives;wolf: wolves;leaf: leaves;half: halves;thief: thieves;good: better best;bad: worse worst';

const WORDS: ReadonlyMap<string, string> = new Map(
  FORMS.split(';').flatMap((line) => {
    const [word = '', forms = ''] = line.split(': ');
    return forms.split(' ').map((form) => [form, word] as const);
  }),
);

/** The word that an English form belongs to; the form itself where a rule finds that. */
export const baseOf = (form: string): string => WORDS.get(form) ?? form;
