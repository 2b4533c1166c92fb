import { Greeting } from './greeting.jsx';
import { plugin } from './plugin.js';

export default function Page() {
  return <Greeting plugin={plugin} name="Ada" />;
}
