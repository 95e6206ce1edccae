import { StreamableFile } from '@nestjs/common';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
} from 'nestjs-rest-routes';
import { McpModule } from 'nestjs-rest-routes/mcp';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';
import { loudly } from '../../support/skip-loudly.js';
import { REPOSITORY } from '../../support/repository.js';
import { ItemsController, PagesController } from '../../mcp/support/shop.js';

const TOOLS = join(REPOSITORY, 'test/extra/mcp/tools/node_modules/@modelcontextprotocol');

/** The runner needs Node 22: `CONFORMANCE_NODE` names one if the tests run on Node 20. */
const NODE = process.env['CONFORMANCE_NODE'] ?? process.execPath;

const isTooOld = NODE === process.execPath && Number(process.versions.node.split('.')[0]) < 22;

/** The scenarios of tools. The others are of resources, prompts, sampling and logs, which the server does not have. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-embedded-resource',
  'tools-call-error',
  'dns-rebinding-protection',
];

/** The tools that the scenarios call, by name. */
@RestController('v1', '/conformance')
class ConformanceController {
  @RestRoute('/text', HttpMethod.Post, new PublicAccess(), { tool: { name: 'test_simple_text' } })
  text(): string {
    return 'This is a simple text response for testing.';
  }

  @RestRoute('/file', HttpMethod.Post, new PublicAccess(), {
    tool: { name: 'test_embedded_resource' },
  })
  file(): StreamableFile {
    return new StreamableFile(Buffer.from([1, 2, 3]), { type: 'application/octet-stream' });
  }

  @RestRoute('/error', HttpMethod.Post, new PublicAccess(), {
    tool: { name: 'test_error_handling' },
  })
  error(): string {
    throw new RestException('acme_error', 'This tool intentionally returns an error.', 400);
  }
}

describe.each(ADAPTERS)('the protocol on %s', (adapter) => {
  const app = useRoutes([ConformanceController, ItemsController, PagesController], {
    adapter,
    rest: fixtureUser,
    imports: [McpModule.forRoot({ name: 'conformance', version: '1' })],
  });

  test
    .skipIf(loudly(isTooOld, 'the conformance runner', 'it needs Node 22: CONFORMANCE_NODE'))
    .each(SCENARIOS)('The scenario %s of the conformance runner passes', async (scenario) => {
    const runner = join(TOOLS, 'conformance/dist/index.js');
    const args = [runner, 'server', '--url', `${app.url}/mcp`, '--scenario', scenario];
    const { stdout } = await promisify(execFile)(NODE, args);
    expect(stdout).toMatch(/^Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings$/m);
  });

  test('A client of the first version of the SDK lists and calls tools', async () => {
    const sdk = join(TOOLS, 'sdk/dist/esm/client');
    const { Client } = (await import(join(sdk, 'index.js'))) as ClientModule;
    const { StreamableHTTPClientTransport: Transport } = (await import(
      join(sdk, 'streamableHttp.js')
    )) as TransportModule;
    const client = new Client({ name: 'tests', version: '1' });
    const requestInit = { headers: signedAsUser(2) };
    await client.connect(new Transport(new URL('/mcp', app.url), { requestInit }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('items_create');
    const call = { name: 'items_create', arguments: { title: 'Dune', kind: 'book' } };
    expect(await client.callTool(call)).toMatchObject({
      structuredContent: { id: 8, title: 'Dune', kind: 'book' },
    });
    const wrong = { name: 'items_create', arguments: { title: 'D' } };
    expect(await client.callTool(wrong)).toMatchObject({ isError: true });
    await expect(client.callTool({ name: 'nothing' })).rejects.toThrow('Unknown tool: nothing');
    await client.close();
  });
});

/** The package is installed for these tests only, so its types are not there. */
interface ClientModule {
  readonly Client: new (info: object) => {
    connect(transport: object): Promise<void>;
    listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
    callTool(call: object): Promise<object>;
    close(): Promise<void>;
  };
}

interface TransportModule {
  readonly StreamableHTTPClientTransport: new (url: URL, options: object) => object;
}
