import { Test } from '@nestjs/testing';
import { expect, test } from 'vitest';
import { RestModule } from 'nestjs-rest-routes';
import { RouteRegistry } from '../../lib/nest/exploration/explore-application.js';
import { PermissionGuard } from '../../lib/nest/parts/permission.guard.js';
import { ReplacedParts } from '../../lib/nest/parts/replaced-parts.js';

const replacement = { canActivate: () => true };

function build() {
  return Test.createTestingModule({ imports: [RestModule.forRoot({ namespace: 'acme' })] });
}

async function replacedIn(builder: ReturnType<typeof build>): Promise<unknown> {
  const module = await builder.compile();
  const { instances } = module.get(RouteRegistry);
  return module.get(ReplacedParts).of(PermissionGuard, instances)?.({} as never);
}

test('a part is not replaced by itself', async () => {
  expect(await replacedIn(build())).toBeUndefined();
});

test('a guard override replaces the part', async () => {
  expect(await replacedIn(build().overrideGuard(PermissionGuard).useValue(replacement))).toBe(
    replacement,
  );
});

test('a provider override replaces the part', async () => {
  expect(await replacedIn(build().overrideProvider(PermissionGuard).useValue(replacement))).toBe(
    replacement,
  );
});
