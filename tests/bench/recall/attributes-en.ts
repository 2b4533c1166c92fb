import type { Attribute } from './made-chat.js';

/** What people say of themselves, and how they are asked about it: first in the same words, then in others. */
export const ENGLISH: readonly Attribute[] = [
  {
    values: ['peanuts', 'shellfish', 'cat hair', 'penicillin', 'strawberries', 'bee stings', 'milk', 'dust'],
    say: ['I am allergic to {value}, so be careful.', 'Doctors told me years ago that {value} could kill me.'],
    asked: ['What can you not eat or touch?', '{value}, sadly; it makes me swell up.'],
    ask: ['What is {name} allergic to?', 'What must {name} avoid for health reasons?'],
  },
  {
    values: ['Lisbon', 'Oslo', 'Quito', 'Kraków', 'Hanoi', 'Dublin', 'Tunis', 'Porto'],
    say: ['I grew up in {value} and left when I was twelve.', 'My childhood was spent in the streets of {value}.'],
    asked: ['Where were you as a child?', 'In {value}, until I was twelve.'],
    ask: ['Where did {name} grow up?', 'Which town does {name} come from?'],
  },
  {
    values: ['the cello', 'the harp', 'drums', 'the oboe', 'the banjo', 'the organ', 'the lute', 'the trumpet'],
    say: ['I have played {value} since school.', 'Every evening I practise {value} for an hour.'],
    asked: ['Do you make music?', 'Yes, I play {value}, but badly.'],
    ask: ['What does {name} play?', 'Which musical instrument does {name} know?'],
  },
  {
    values: ['Biscuit', 'Captain', 'Luna', 'Pepper', 'Ziggy', 'Moss', 'Rolo', 'Sable'],
    say: ['My dog {value} chewed up the sofa again.', 'We took {value} to the vet, the poor dog limps.'],
    asked: ['Who is this dog of yours?', 'That is {value}, the dog that eats sofas.'],
    ask: ['What is the name of the dog of {name}?', 'Who is the pet of {name}?'],
  },
  {
    values: ['a baker', 'a notary', 'a diver', 'a teacher', 'a blacksmith', 'a nurse', 'a pilot', 'a gardener'],
    say: ['I work as {value} these days.', 'They hired me, so from Monday on I am {value}.'],
    asked: ['How do you earn your bread?', 'I work as {value} now.'],
    ask: ['What does {name} work as?', 'What is the job of {name}?'],
  },
  {
    values: ['under the blue flowerpot', 'behind the clock', 'in the piano', 'below the third step', 'in the old boot'],
    say: ['I hid the spare key {value}.', 'If you are locked out: the key lies {value}.'],
    asked: ['And if you lock yourself out?', 'There is a spare key {value}.'],
    ask: ['Where did {name} hide the spare key?', 'How do I get into the house of {name}?'],
  },
  {
    values: ['heights', 'thunder', 'deep water', 'spiders', 'crowds', 'needles', 'the dark', 'clowns'],
    say: ['To be honest, I am afraid of {value}.', 'My knees shake whenever it comes to {value}.'],
    asked: ['Is there anything you fear?', 'I am afraid of {value}, do not laugh.'],
    ask: ['What is {name} afraid of?', 'What scares {name}?'],
  },
  {
    values: ['forty crowns', 'a horse', 'two silver rings', 'a month of rent', 'a barrel of wine', 'an apology'],
    say: ['The duke still owes me {value}.', 'I lent the duke {value} and never saw it again.'],
    asked: ['Why are you angry with the duke?', 'He owes me {value}, that is why.'],
    ask: ['What does the duke owe {name}?', 'What has the duke not given back to {name}?'],
  },
  {
    values: ['the third of May', 'the ninth of June', 'the first of March', 'Christmas Eve', 'the last of October'],
    say: ['My birthday is on {value}.', 'I was born on {value}, at night.'],
    asked: ['When were you born?', 'On {value}, that is my birthday.'],
    ask: ['When is the birthday of {name}?', 'On which day should we congratulate {name}?'],
  },
  {
    values: ['the green lamp', 'a map of the caves', 'a broken sword', 'a music box', 'a glass eye', 'a red scarf'],
    say: ['My grandmother left me {value}.', 'When she died, {value} came to me from my grandmother.'],
    asked: ['Where is that from?', 'My grandmother left me {value}, and nothing else.'],
    ask: ['What did the grandmother of {name} leave?', 'What did {name} inherit?'],
  },
];
