import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^nestjs-rest-routes\/plugin$/, replacement: source('./lib/plugin/index.ts') },
      { find: /^nestjs-rest-routes\/vite$/, replacement: source('./lib/vite/index.ts') },
      { find: /^nestjs-rest-routes$/, replacement: source('./lib/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**', 'node_modules/**'],
    typecheck: { enabled: true, include: ['test/types/**/*.test-d.ts'] },
    testTimeout: 30_000,
  },
});
