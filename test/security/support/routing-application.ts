import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { startRoutes, type AdapterName, type TestApplication } from '../../support/application.js';

const open = new PublicAccess();
const both = [HttpMethod.Get, HttpMethod.Post] as const;
const text = (name: string) => ({ name, type: 'string' }) as const;
const int = (name: string) => ({ name, type: 'integer' }) as const;

@RestController('v1')
class MixedController {
  @RestRoute('/a/{a}-{b}-{c}', [...both], open)
  three(
    @Param(text('a')) _a: string,
    @Param(text('b')) _b: string,
    @Param(text('c')) _c: string,
  ): void {}
  @RestRoute('/b/{a}.{b}ab{c}-{d}', [...both], open)
  four(
    @Param(text('a')) _a: string,
    @Param(text('b')) _b: string,
    @Param(text('c')) _c: string,
    @Param(text('d')) _d: string,
  ): void {}
  @RestRoute('/c/{a}-{b}{c}', [...both], open)
  numbers(
    @Param(int('a')) _a: number,
    @Param(int('b')) _b: number,
    @Param(int('c')) _c: number,
  ): void {}
  @RestRoute('/d/{kind}{a}-{b}x', [...both], open)
  kinds(
    @Param({ name: 'kind', enum: ['a', 'aa', 'aaa'] }) _kind: string,
    @Param(text('a')) _a: string,
    @Param(text('b')) _b: string,
  ): void {}
  @RestRoute('/{a}/{b}/{c}', [...both], open)
  deep(
    @Param(text('a')) _a: string,
    @Param(text('b')) _b: string,
    @Param(text('c')) _c: string,
  ): void {}
  @RestRoute('/{a}/a/{c}', [...both], open)
  between(@Param(text('a')) _a: string, @Param(int('c')) _c: number): void {}
  @RestRoute('/e/{path}/a/{a}', [...both], open)
  around(
    @Param({ ...text('path'), match: '[^:]+' }) _path: string,
    @Param(text('a')) _a: string,
  ): void {}
  @RestRoute('/e/{path}', [...both], open)
  spanning(@Param({ ...text('path'), match: '([^:]+(?:/[^:]+)?)[/\\w-]+' }) _path: string): void {}
}

/** An application with every kind of segment. */
export function startRouting(adapter: AdapterName): Promise<TestApplication> {
  return startRoutes([MixedController], { adapter });
}
