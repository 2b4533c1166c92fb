import type { Memory } from '../../index.js';
import { t } from '../i18n/text.js';
import { type BulkheadEvents, listenTo } from '../shared/element.js';
import { formatCount } from '../shared/format.js';
import { saveFile } from '../shared/save-file.js';
import type { FieldChange } from './memory-node.js';
import type { MakeSample } from './memory-sample.js';
import { fileName } from './memory-transfer.js';
import type { MemoryViewModel } from './memory-view-model.js';
import { valueText } from './memory-words.js';

/** Does what the elements of the memory page ask for: every change can be taken back, but for what removes a store. */
export function listenForChanges(
  page: EventTarget,
  view: MemoryViewModel,
  memory: () => Memory | null,
  sample: () => MakeSample | null,
): void {
  const { controller } = view;
  listenTo(page, 'bh-node-create', async ({ type, title, fields }) => {
    const made = await controller.act(t('memory.created'), ({ session }) =>
      session.createNode({ type, fields, ...(title !== '' && { title }) }),
    );
    if (made) await view.show(made.id);
  });
  listenTo(page, 'bh-node-edit', (edit) => editNode(view, edit));
  listenTo(page, 'bh-node-archive', async ({ id }) => {
    const title = view.detail?.node.title ?? '';
    const done = await controller.act(t('memory.archivedNow', { title }), ({ session }) => session.deleteNode({ id }));
    if (done) await view.show(null);
  });
  listenTo(page, 'bh-link', async ({ id, to, relation, direction }) => {
    await controller.act(t('memory.linked'), ({ session }) =>
      session.upsertLinks({ source: { id }, links: [{ target: { id: to }, relation, direction }] }),
    );
    await view.show(id);
  });
  listenTo(page, 'bh-unlink', async ({ id, to, relation, direction }) => {
    await controller.act(t('memory.unlinked'), ({ session }) =>
      session.deleteLinks({ source: { id }, target: { id: to }, relation, direction }),
    );
    await view.show(id);
  });
  listenTo(page, 'bh-rollup', ({ type, childIds, summary }) =>
    controller.act(t('memory.rolledUp', { count: childIds.length }), ({ session }) =>
      session.compactNodes({ type, childIds, summary }),
    ),
  );
  listenTo(page, 'bh-memory-sample', async (options) => {
    const count = formatCount(options.nodes);
    controller.progress({ label: t('memory.generating', { count }) });
    await controller.act(t('memory.generated', { count }), async (graph) => {
      const file = await sample()?.(options);
      return file === undefined ? undefined : graph.import([file]);
    });
    await view.focus('bulkhead-memory-table');
  });
  listenTo(page, 'bh-quarantine', async ({ id, what }) => {
    const chat = controller.quarantined.find((one) => one.id === id)?.chat ?? 'memory';
    try {
      if (what === 'export') saveFile(fileName(chat, 'jsonl'), (await memory()?.exportQuarantined(id)) ?? '');
      else await memory()?.removeQuarantined(id);
      await controller.list();
    } catch (error) {
      controller.fail(error);
    }
  });
}

/** Writes what of a node is another, and remembers how it was. */
async function editNode(view: MemoryViewModel, edit: BulkheadEvents['bh-node-edit']): Promise<void> {
  const { id, title, set = {}, clear = [] } = edit;
  const before = view.detail?.node;
  if (!before) return;
  const done = await view.controller.act(t('memory.saved', { title: before.title }), ({ session }) =>
    session.editNode({ id, setFields: set, clearFields: clear, ...(title !== undefined && { title }) }),
  );
  if (!done) return;
  const was = (name: string): string | undefined =>
    Object.hasOwn(before.fields, name) ? valueText(before.fields[name]) : undefined;
  const changes: FieldChange[] = [
    ...(title === undefined ? [] : [{ name: 'title', before: before.title, after: title }]),
    ...Object.entries(set).map(([name, value]) => ({ name, before: was(name), after: valueText(value) })),
    ...clear.map((name) => ({ name, before: was(name), after: undefined })),
  ];
  view.changes = changes;
  await view.show(id, false);
}
