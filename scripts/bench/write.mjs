export async function writeResults() {}
