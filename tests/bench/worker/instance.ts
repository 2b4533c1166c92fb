/** The engine's initial memory: what no way around an instance can save. */
const MEMORY = { initial: 256, maximum: 1_024 };

/** A bare instance of the engine's module: memory, stub imports, and not one instruction run. */
export function bareInstance(module: WebAssembly.Module): WebAssembly.Instance {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = kind === 'memory' ? new WebAssembly.Memory(MEMORY) : () => 0;
  }
  return new WebAssembly.Instance(module, imports);
}
