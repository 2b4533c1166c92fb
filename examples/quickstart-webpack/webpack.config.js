import { join } from 'node:path';

/** `public` is what is served; the bundle is written to `public/build`. */
export default {
  entry: './src/main.js',
  output: { path: join(import.meta.dirname, 'public/build'), publicPath: '/build/' },
};
