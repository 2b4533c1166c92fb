import { createHost } from 'bulkhead';
import { useEffect, useState } from 'react';
import { plugin } from './plugin.js';

export const App = () => <Greeting plugin={plugin} name="Ada" />;

function Greeting({ plugin, name }) {
  const [shown, setShown] = useState('Starting…');

  // StrictMode runs this twice, and a hot reload may run it again. Each run ends with `dispose`, so one host is left.
  useEffect(() => {
    const host = createHost();
    let current = true;
    const show = (text) => current && setShown(text);
    greet(host, plugin, name).then(show, (error) => show(`${error.code}: ${error.message}`));
    return () => {
      current = false;
      host.dispose();
    };
  }, [plugin, name]);

  return <output>{shown}</output>;
}

async function greet(host, plugin, name) {
  await host.plugins.install({ code: plugin }, { enable: true });
  const { value } = await host.tools.execute('greet', { name });
  const walls = host.status().walls.filter(({ stands }) => stands);
  return `${value} The tool ran behind ${walls.length} walls.`;
}
