/** Hands a text, or its parts, to the browser as a download. @returns its name. */
export function saveFile(name: string, text: string | readonly string[], type = 'application/x-ndjson'): string {
  const url = URL.createObjectURL(new Blob(typeof text === 'string' ? [text] : [...text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
  return name;
}
