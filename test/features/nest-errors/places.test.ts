import { BadRequestException, ValidationPipe, type ValidationError } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsArray, IsInt, ValidateNested } from 'class-validator';
import {
  HttpMethod,
  InvalidArgument,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes, type TestApplication } from '../../support/application.js';

const OPEN = new PublicAccess();

interface Block {
  category: int;
  sizes: Record<string, int>;
}

@ValueClass()
class BlockDto {
  @IsInt() category!: number;
}

@ValueClass()
class MapDto {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => BlockDto)
  blocks!: BlockDto[];
}

@RestController('v1', '/maps')
class MapsController {
  @RestRoute('/schema', HttpMethod.Post, OPEN)
  schema(seatMap: { blocks: Block[] }) {
    return seatMap;
  }
  @RestRoute('/class', HttpMethod.Post, OPEN)
  class(@Param() seatMap: MapDto) {
    return seatMap;
  }
  @RestRoute('/thrown', HttpMethod.Post, OPEN)
  thrown(place: string) {
    throw new InvalidArgument(place, 'must be a category of the venue');
  }
}

/** The errors that the `exceptionFactory` of the application got. */
let made: readonly ValidationError[] = [];

describe.each(ADAPTERS)("The place of an error with errors: 'nest' on %s", (adapter) => {
  const app = useRoutes([MapsController], { adapter, rest: { errors: 'nest' } });
  const withFactory = useRoutes([MapsController], {
    adapter,
    rest: { errors: 'nest' },
    configure: (nest) =>
      void nest.useGlobalPipes(
        new ValidationPipe({
          exceptionFactory: (errors) => {
            made = errors;
            return new BadRequestException('worded');
          },
        }),
      ),
  });
  const post = async (to: TestApplication, path: string, body: object) =>
    (
      await to.fetch('POST', `/api/acme/v1/maps${path}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).body as { message: readonly string[] };
  const WRONG = { seatMap: { blocks: [{ category: 'x', sizes: {} }] } };

  test('has one spelling in the texts of the library, for schemas and for exceptions of the application', async () => {
    const place = 'seatMap.blocks[0].category';
    expect((await post(app, '/schema', WRONG)).message).toEqual([`${place} must be an integer.`]);
    expect((await post(app, '/thrown', { place })).message).toEqual([
      `${place} must be a category of the venue.`,
    ]);
    expect((await post(app, '/schema', { seatMap: { blocks: [{}] } })).message).toEqual([
      `${place} is required.`,
    ]);
    const odd = 'seatMap.blocks[0].sizes["a.b"]';
    const sizes = { 'a.b': 'x' };
    expect(
      (await post(app, '/schema', { seatMap: { blocks: [{ category: 1, sizes }] } })).message,
    ).toEqual([`${odd} must be an integer.`]);
    expect((await post(app, '/thrown', { place: odd })).message).toEqual([
      `${odd} must be a category of the venue.`,
    ]);
  });

  test('is that of the pipe of Nest in the texts of class-validator', async () => {
    const { message } = await post(app, '/class', { seatMap: { blocks: [{ category: 'x' }] } });
    expect(message[0]).toMatch(/^seatMap\.blocks\.0\.category must be an integer number/);
  });

  test('is in the text of the argument for the exceptionFactory', async () => {
    const texts = async (path: string, body: object) => {
      await post(withFactory, path, body);
      return made.map(({ property, constraints, children }) => ({
        property,
        texts: Object.values(constraints ?? {}),
        children,
      }));
    };
    const place = 'seatMap.blocks[0].category';
    expect(await texts('/schema', WRONG)).toEqual([
      { property: 'seatMap', texts: [`${place} must be an integer.`], children: [] },
    ]);
    expect(await texts('/thrown', { place })).toEqual([
      { property: 'seatMap', texts: [`${place} must be a category of the venue.`], children: [] },
    ]);
  });
});
