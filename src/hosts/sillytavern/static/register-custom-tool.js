// The orchestrator's functions, where extensions import them from in the hosts that have an orchestrator.
export const {
  registerOrchestrationTool,
  unregisterOrchestrationTool,
  listExtensionTools,
  resolveToolSource,
  listAvailableSillyTavernTools,
  bridgeSillyTavernTool,
  unbridgeSillyTavernTool,
  listBridgedSillyTavernTools,
  applySillyTavernBridges,
} = globalThis.SillyTavern.getContext().getExtensionApi('orchestrator');
