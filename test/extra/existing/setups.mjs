/** Builds the application without Nest's command line. esbuild writes no metadata of decorators. */
export const ESBUILD = `import { build } from 'esbuild';

await build({
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  sourcemap: true,
});
`;

export const INJECTED = [
  ['{ Controller, Get }', '{ Controller, Get, Inject }'],
  [
    'constructor(private readonly appService: AppService) {}',
    'constructor(@Inject(AppService) private readonly appService: AppService) {}',
  ],
];

export const VITEST_PROJECTS = `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', globals: true, include: ['src/**/*.spec.ts'] } },
      { test: { name: 'e2e', globals: true, include: ['test/**/*.e2e-spec.ts'] } },
    ],
  },
});
`;

export const JEST_PRESET = `{
  "preset": "ts-jest",
  "rootDir": ".",
  "testEnvironment": "node",
  "testRegex": ".e2e-spec.ts$"
}
`;

export const JEST_PROJECTS = `const shared = {
  testEnvironment: 'node',
  transform: { '^.+\\\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json' }] },
};

module.exports = {
  projects: [
    { ...shared, displayName: 'unit', testRegex: 'src/.*\\\\.spec\\\\.ts$' },
    { ...shared, displayName: 'e2e', testRegex: 'test/.*\\\\.e2e-spec\\\\.ts$' },
  ],
};
`;

export const JEST_SWC = `{
  "moduleFileExtensions": ["js", "json", "ts"],
  "rootDir": ".",
  "testEnvironment": "node",
  "testRegex": ".e2e-spec.ts$",
  "transform": {
    "^.+\\\\.(t|j)s$": "@swc/jest"
  }
}
`;

export const SWC_BUILDER = `{
  "$schema": "https://json.schemastore.org/nest-cli",
  "collection": "@nestjs/schematics",
  "sourceRoot": "src",
  "compilerOptions": {
    "builder": "swc",
    "typeCheck": true,
    "deleteOutDir": true
  }
}
`;

export const SWC = `{
  "jsc": {
    "parser": { "syntax": "typescript", "decorators": true },
    "transform": { "legacyDecorator": true, "decoratorMetadata": true },
    "target": "es2022"
  },
  "module": { "type": "commonjs" }
}
`;

/** The packages of ESLint are hoisted to the root, and Keyv 4 with them. */
export const NPM_WORKSPACE = {
  '../../package.json': `{
  "name": "acme",
  "private": true,
  "workspaces": ["apps/*"],
  "devDependencies": {
    "eslint": "^9.18.0"
  }
}
`,
};

export const PNPM_WORKSPACE = {
  '../../package.json': `{
  "name": "acme",
  "private": true,
  "devDependencies": {
    "keyv": "^4.5.4"
  }
}
`,
  '../../pnpm-workspace.yaml': `packages:
  - apps/*
`,
  'eslint.config.mjs': `import imports from 'eslint-plugin-import';
import typescript from 'typescript-eslint';

export default [
  ...typescript.configs.recommended,
  {
    plugins: { import: imports },
    rules: { 'import/order': 'error' },
  },
];
`,
};

export const ESLINT_OF_PNPM = {
  eslint: '^9.18.0',
  'eslint-plugin-import': '^2.32.0',
  'typescript-eslint': '^8.20.0',
};
