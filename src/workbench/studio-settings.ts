const KEY = 'bulkhead-studio';

/** What studios of the workbench remember between visits; as long as the page lasts where storage is forbidden. */
export type StudioSettings = { [name: string]: unknown };

/** Settings as they are kept, and how they are kept again. */
export interface KeptSettings {
  readonly settings: StudioSettings;
  save(): void;
}

/** Reads what is kept. */
export function studioSettings(): KeptSettings {
  const settings = read();
  return {
    settings,
    save() {
      try {
        localStorage.setItem(KEY, JSON.stringify(settings));
      } catch {
        // The choice then lasts as long as the page.
      }
    },
  };
}

function read(): StudioSettings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? { ...kept } : {};
  } catch {
    return {};
  }
}
