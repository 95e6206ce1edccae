import { Test } from '@nestjs/testing';
import { expect, test } from 'vitest';
import { RestModule, PermissionGuard } from 'nestjs-rest-routes';
import { RouteParts } from '../../lib/nest/parts/route-parts.js';

const replacement = { canActivate: () => true };

function build() {
  return Test.createTestingModule({ imports: [RestModule.forRoot({ namespace: 'acme' })] });
}

async function replacedIn(builder: ReturnType<typeof build>): Promise<unknown> {
  const module = await builder.compile();
  return module.get(RouteParts).replacementOf(PermissionGuard)?.({} as never);
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
