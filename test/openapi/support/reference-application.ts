import fastifyHelmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import helmet from 'helmet';
import { OpenApiModule } from 'nestjs-rest-routes/openapi';
import { ADAPTERS, startApplication, type TestApplication } from '../../support/application.js';
import { fixtureModule } from '../../support/fixture.js';

export const info = { title: 'Things <b>&</b> more', version: '2.0.0' };

type Protection = 'helmet' | 'its own policy';

/** An application with the API reference. */
export const startReference = (
  adapter: (typeof ADAPTERS)[number],
  protection: Protection,
  path?: string,
): Promise<TestApplication> =>
  startApplication(
    {
      ...fixtureModule,
      imports: [
        ...(fixtureModule.imports ?? []),
        OpenApiModule.forRoot({ info, ...(path === undefined ? {} : { path }) }),
      ],
    },
    {
      adapter,
      configure: async (app) => {
        if (protection !== 'helmet') return;
        if (adapter === 'express') app.use(helmet());
        else await (app as NestFastifyApplication).register(fastifyHelmet);
      },
    },
  );

/** Each adapter with each policy of content security. */
export const CASES = ADAPTERS.flatMap((adapter) =>
  (['helmet', 'its own policy'] as const).map((protection) => [adapter, protection] as const),
);
