import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  input: { path: './openapi.json' },
  output: { path: './kubb', format: false, lint: false, extension: { '.ts': '.js' } },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs({ output: { path: 'types' } }),
    pluginClient({
      output: { path: 'clients' },
      client: 'fetch',
      dataReturnType: 'full',
      paramsType: 'object',
      bundle: true,
    }),
  ],
});
