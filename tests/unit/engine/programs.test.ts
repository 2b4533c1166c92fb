import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import {
  buildSessionToolList,
  createStelloAgent,
  ForkProfileRegistryImpl,
  type LLMAdapter,
  loadSkillsFromDirectory,
  resolveSystemPrompt,
  SkillRouterImpl,
  ToolRegistryImpl,
  tool,
} from '../../../src/engine/index.js';
import { calling, scriptedModel } from './model.js';

/** The programs of the specification, each as it is written there, and what it is to come to. */

const search = tool('search', 'Searches', z.object({ query: z.string() }), async ({ query }) => ({
  content: [{ type: 'text', text: `found ${query}` }],
}));

test('1: a tool of a zod schema, whose input has the schema’s type', async () => {
  const weather = tool(
    'get_weather',
    'Gets the weather',
    z.object({
      city: z.string().describe('The city'),
      unit: z.enum(['celsius', 'fahrenheit']).optional().describe('The unit'),
    }),
    async (input) => {
      expectTypeOf(input.city).toEqualTypeOf<string>();
      expectTypeOf(input.unit).toEqualTypeOf<'celsius' | 'fahrenheit' | undefined>();
      return { content: [{ type: 'text', text: `${input.city}: 20 ${input.unit ?? 'celsius'}` }] };
    },
  );
  const registry = new ToolRegistryImpl();
  registry.register(weather);
  expect(registry.get('get_weather')?.parameters).toMatchObject({
    type: 'object',
    properties: {
      city: { type: 'string', description: 'The city' },
      unit: { type: 'string', enum: ['celsius', 'fahrenheit'], description: 'The unit' },
    },
    required: ['city'],
  });
  expect(await registry.executeTool('get_weather', { city: 'Oslo' })).toEqual({
    success: true,
    data: 'Oslo: 20 celsius',
  });
});

test('2: a registry of one’s own entries, and what the model is told of', async () => {
  const notes: string[] = [];
  const saveNote = async (note: string) => void notes.push(note);
  const registry = new ToolRegistryImpl();
  registry.register({
    name: 'save_note',
    description: 'Saves a note',
    parameters: { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] },
    execute: async (args) => {
      await saveNote(args.note as string);
      return { success: true, data: { saved: true } };
    },
  });
  const llm = scriptedModel(calling(['save_note', { note: 'milk' }]), 'done');
  const agent = createStelloAgent({ capabilities: { tools: registry }, llm });
  const { turn } = await agent.turn('main', 'note: milk');
  expect(turn).toMatchObject({ finalContent: 'done', toolRoundCount: 1, toolCallsExecuted: 1 });
  expect(notes).toEqual(['milk']);
  expect(llm.calls[0]?.tools).toEqual(['stello_create_session', 'save_note']);
});

test('3: the list for a session', () => {
  const [registry, router, profiles] = [new ToolRegistryImpl(), new SkillRouterImpl(), new ForkProfileRegistryImpl()];
  registry.register(search);
  router.register({ name: 'a', description: 'd', content: 'c' });
  profiles.register('p', {});
  const names = buildSessionToolList(registry, router, profiles).map(({ name }) => name);
  expect(names).toEqual(['stello_create_session', 'activate_skill', 'search']);
});

test('4: a profile shows in the schema, with its model, tools and context', async () => {
  const llm: LLMAdapter = scriptedModel('as a researcher');
  const profiles = new ForkProfileRegistryImpl();
  profiles.register('research', {
    systemPrompt: 'You research.',
    systemPromptMode: 'prepend',
    llm,
    tools: [search, tool('read', 'Reads', { url: z.string() }, async ({ url }) => ({ output: url }))],
    context: 'inherit',
  });
  const [created] = buildSessionToolList(new ToolRegistryImpl(), undefined, profiles);
  expect(created?.inputSchema).toMatchObject({
    properties: { profile: { enum: ['research'] }, vars: { type: 'object' } },
  });
  const main = scriptedModel(calling(['stello_create_session', { label: 'R', profile: 'research' }]), 'made');
  const agent = createStelloAgent({ capabilities: { profiles }, llm: main });
  await agent.turn('main', 'look it up');
  const child = (await agent.sessions()).find(({ label }) => label === 'R');
  await agent.turn(child?.id ?? '', 'go on');
  const [asked] = (llm as ReturnType<typeof scriptedModel>).calls;
  expect(asked?.tools).toEqual(['stello_create_session', 'search', 'read']);
  expect(asked?.messages).toEqual([
    { role: 'system', content: 'You research.' },
    { role: 'user', content: 'look it up' },
    { role: 'user', content: 'go on' },
  ]);
});

test('5: system prompts are composed by the profile’s mode', () => {
  const research = { systemPrompt: 'A' };
  expect(resolveSystemPrompt(research, 'B')).toBe('A\n\nB');
  expect(resolveSystemPrompt({ ...research, systemPromptMode: 'append' }, 'B')).toBe('B\n\nA');
  const expert = {
    systemPrompt: (vars: Record<string, string>) => `expert for ${vars.region}`,
    systemPromptMode: 'preset' as const,
  };
  expect(resolveSystemPrompt(expert, 'whatever', { region: 'US' })).toBe('expert for US');
});

test('6: contexts by functions: a summary by a model, the user’s messages, the last ones', async () => {
  const summary = scriptedModel('in short');
  const profiles = new ForkProfileRegistryImpl();
  profiles.register('summary', {
    contextFn: async (parentRecords) => {
      const result = await summary.complete([
        { role: 'system', content: 'Summarise' },
        { role: 'user', content: parentRecords.map((r) => `${r.role}: ${r.content}`).join('\n') },
      ]);
      return [{ role: 'assistant', content: result.content ?? '' }];
    },
  });
  profiles.register('user', { contextFn: (parentRecords) => parentRecords.filter((r) => r.role === 'user') });
  profiles.register('last', { context: 'inherit', contextFn: (parentRecords) => parentRecords.slice(-1) });
  const agent = createStelloAgent({ capabilities: { profiles }, llm: scriptedModel('an answer') });
  await agent.turn('main', 'a question');
  const engine = await agent.attach('main');
  const contexts: Record<string, unknown> = {};
  for (const profile of profiles.listNames()) {
    const { data } = await engine.executeTool('stello_create_session', { label: profile, profile });
    contexts[profile] = await (await agent.session((data as { sessionId: string }).sessionId)).messages();
  }
  expect(contexts).toEqual({
    summary: [{ role: 'assistant', content: 'in short' }],
    user: [{ role: 'user', content: 'a question' }],
    last: [{ role: 'assistant', content: 'an answer' }],
  });
  expect(summary.calls[0]?.messages[1]?.content).toBe('user: a question\nassistant: an answer');
});

test('7: a skill names a profile, and the child has its prompt and its context', async () => {
  const skills = new SkillRouterImpl();
  const content = 'Call stello_create_session with the profile us-child.';
  skills.register({ name: 'split', description: 'How to split', content });
  const profiles = new ForkProfileRegistryImpl();
  profiles.register('us-child', {
    systemPrompt: 'US only',
    systemPromptMode: 'preset',
    contextFn: (records) => records.slice(0, 1),
  });
  const llm = scriptedModel(
    calling(['activate_skill', { name: 'split' }]),
    calling(['stello_create_session', { label: 'US', profile: 'us-child', systemPrompt: 'ignored' }]),
    'made',
  );
  const agent = createStelloAgent({ capabilities: { skills, profiles }, llm });
  await agent.turn('main', 'the US, please');
  expect(llm.calls[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content });
  const child = (await agent.sessions()).find(({ label }) => label === 'US');
  expect(child).toMatchObject({ systemPrompt: 'US only', parentId: 'main' });
  expect(await (await agent.session(child?.id ?? '')).messages()).toEqual([
    { role: 'user', content: 'the US, please' },
  ]);
});

test('8: what a child may read narrows from generation to generation', async () => {
  const skills = new SkillRouterImpl();
  for (const name of ['create-us-session', 'create-uk-session', 'general-research']) {
    skills.register({ name, description: name, content: name });
  }
  const profiles = new ForkProfileRegistryImpl();
  profiles.register('us-region', { skills: ['create-us-session', 'general-research'] });
  profiles.register('uk-region', { skills: ['create-uk-session', 'general-research'] });
  profiles.register('us-child', { skills: [] });
  profiles.register('uk-child', { skills: [] });
  const agent = createStelloAgent({ capabilities: { skills, profiles } });
  const seen = async (id: string) => {
    const engine = await agent.attach(id);
    const listed = engine.getToolDefinitions().find(({ name }) => name === 'activate_skill');
    return skills.getAll().flatMap(({ name }) => (listed?.description.includes(name) ? [name] : []));
  };
  const fork = async (id: string, profile: string) => {
    const { data } = await (await agent.attach(id)).executeTool('stello_create_session', { label: profile, profile });
    return (data as { sessionId: string }).sessionId;
  };
  expect(await seen('main')).toEqual(['create-us-session', 'create-uk-session', 'general-research']);
  for (const [region, own, other] of [
    ['us', 'create-us-session', 'create-uk-session'],
    ['uk', 'create-uk-session', 'create-us-session'],
  ] as const) {
    const child = await fork('main', `${region}-region`);
    expect(await seen(child)).toEqual([own, 'general-research']);
    const engine = await agent.attach(child);
    expect(await engine.executeTool('activate_skill', { name: other })).toEqual({
      success: false,
      error: `Skill "${other}" not found`,
    });
    const grandchild = await fork(child, `${region}-child`);
    expect((await agent.attach(grandchild)).getToolDefinitions().map(({ name }) => name)).toEqual([
      'stello_create_session',
    ]);
  }
});

test('9: skills alone: activate_skill is there with nothing else registered', async () => {
  const skills = new SkillRouterImpl();
  skills.register({ name: 'one', description: 'd', content: 'c' });
  const llm = scriptedModel('hello');
  await createStelloAgent({ capabilities: { skills }, llm }).turn('main', 'hi');
  expect(llm.calls[0]?.tools).toEqual(['stello_create_session', 'activate_skill']);
});

test('10: skills of a folder, also of one’s own home, without what links lead to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skills-'));
  const away = await mkdtemp(join(homedir(), '.skills-'));
  try {
    const skill = (name: string) => `---\nname: ${name}\ndescription: >-\n  of\n  ${name}\n---\nBody ${name}`;
    for (const name of ['beta', 'alpha']) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'SKILL.md'), skill(name));
    }
    await mkdir(join(away, 'far'));
    await writeFile(join(away, 'far', 'SKILL.md'), skill('far'));
    await symlink(join(away, 'far'), join(folder, 'linked'));
    await mkdir(join(folder, 'file-link'));
    await symlink(join(away, 'far', 'SKILL.md'), join(folder, 'file-link', 'SKILL.md'));
    const router = new SkillRouterImpl();
    for (const s of await loadSkillsFromDirectory(folder)) router.register(s);
    expect(router.getAll()).toEqual([
      { name: 'alpha', description: 'of alpha', content: 'Body alpha' },
      { name: 'beta', description: 'of beta', content: 'Body beta' },
    ]);
    expect((await loadSkillsFromDirectory(`~/${basename(away)}`)).map(({ name }) => name)).toEqual(['far']);
    expect(await loadSkillsFromDirectory(join(folder, 'missing'))).toEqual([]);
  } finally {
    await Promise.all([folder, away].map((path) => rm(path, { recursive: true })));
  }
});

test('11: all of it together', async () => {
  const tools = new ToolRegistryImpl();
  tools.register(search);
  const skills = new SkillRouterImpl();
  for (const name of ['research-mode', 'other']) skills.register({ name, description: name, content: name });
  const llm = scriptedModel('from the child');
  const profiles = new ForkProfileRegistryImpl();
  profiles.register('research', {
    llm,
    tools: [search],
    contextFn: async (records) => records.slice(-20),
    skills: ['research-mode'],
  });
  const main = scriptedModel(
    calling(['search', { query: 'x' }], ['stello_create_session', { label: 'R', profile: 'research' }]),
    'done',
  );
  const agent = createStelloAgent({ capabilities: { tools, skills, profiles }, llm: main });
  expect((await agent.turn('main', 'go')).turn).toMatchObject({ toolRoundCount: 1, toolCallsExecuted: 2 });
  const child = (await agent.sessions()).find(({ label }) => label === 'R');
  expect((await agent.turn(child?.id ?? '', 'on')).turn.finalContent).toBe('from the child');
  expect(llm.calls[0]?.tools).toEqual(['stello_create_session', 'activate_skill', 'search']);
});

test('12: built-in names are taken, errors are read by the model, and rounds end', async () => {
  const tools = new ToolRegistryImpl();
  const called: string[] = [];
  const parameters = { type: 'object', properties: {} };
  tools.register({
    name: 'stello_create_session',
    description: 'mine',
    parameters,
    execute: async () => {
      called.push('mine');
      return { success: true };
    },
  });
  tools.register(
    tool('flaky', 'Fails', {}, async () => ({ content: [{ type: 'text', text: 'try later' }], isError: true })),
  );
  const llm = scriptedModel(calling(['flaky'], ['stello_create_session', { label: 'C' }]), 'I shall');
  const agent = createStelloAgent({ capabilities: { tools }, llm });
  expect((await agent.turn('main', 'go')).turn.finalContent).toBe('I shall');
  expect(llm.calls[1]?.messages.filter(({ role }) => role === 'tool')[0]?.content).toBe('try later');
  expect(llm.calls[0]?.tools).toEqual(['stello_create_session', 'flaky']);
  expect(called).toEqual([]);

  const always = scriptedModel(() => ({ ...calling(['flaky']), content: 'once more' }));
  const { turn } = await createStelloAgent({ capabilities: { tools }, llm: always }).turn('main', 'go');
  expect(turn).toMatchObject({ stopReason: 'max_tool_rounds', toolRoundCount: 5, finalContent: 'once more' });
  expect(always.calls).toHaveLength(6);
});
