import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ADAPTERS } from '../support/application.js';

const SCRIPT = fileURLToPath(new URL('support/without-sdk.mjs', import.meta.url));

test.each(ADAPTERS)(
  'Where the SDK is not installed, an application with McpModule does not start on %s, and says what to install',
  async (adapter) => {
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, adapter]);
    expect(stdout.trim()).toBe(
      'McpModule needs the SDK of the Model Context Protocol: npm install @modelcontextprotocol/server',
    );
  },
);
