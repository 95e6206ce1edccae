import {
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  Body,
  Redirect,
  type Type,
} from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import type { Shape } from '../shape.js';

/** Handlers whose results routes and plain controllers state in their own ways. */
export const shape: Shape = {
  name: 'values',
  make({ version, plainPath }) {
    @RestController(version as 'subject', '/values')
    class Values {
      @RestRoute('/moved', HttpMethod.Get, new PublicAccess())
      moved(): RestResponse<undefined> {
        return new RestResponse(undefined, 302, { Location: 'https://example.com/' });
      }

      @RestRoute('/created', HttpMethod.Post, new PublicAccess(), { publicWrite: true })
      created(title: string = 'none'): RestResponse<object> {
        return new RestResponse({ title }, 201, { 'X-Made': 'yes' });
      }

      @RestRoute('/text', HttpMethod.Get, new PublicAccess())
      text(): string {
        return 'a text';
      }

      @RestRoute('/nothing', HttpMethod.Get, new PublicAccess())
      nothing(): void {
        return undefined;
      }

      @RestRoute('/numbers/{id}', HttpMethod.Get, new PublicAccess())
      number(id: int, a: string | null = null): object {
        return { id, a };
      }

      @RestRoute('/posted', HttpMethod.Post, new PublicAccess(), { publicWrite: true })
      posted(): object {
        return { posted: true };
      }
    }
    const plain = ((): Type => {
      @Controller(`${plainPath}/values`)
      class Values {
        @Redirect('https://example.com/', 302)
        @Get('moved')
        moved(): undefined {
          return undefined;
        }

        @Header('X-Made', 'yes')
        @HttpCode(201)
        @Post('created')
        created(@Body('title') title: string = 'none'): object {
          return { title };
        }

        @Get('text')
        text(): string {
          return 'a text';
        }

        @Get('nothing')
        nothing(): void {
          return undefined;
        }

        @Get('numbers/:id')
        number(@Param('id') id: string, @Query('a') a: string | null = null): object {
          return { id: Number(id), a };
        }

        @Post('posted')
        posted(): object {
          return { posted: true };
        }
      }
      return Values;
    })();
    return { routes: Values, plain };
  },
  request: (random) => {
    const [method, path] = random.pick([
      ['GET', '/moved'],
      ['POST', '/created'],
      ['GET', '/text'],
      ['GET', '/nothing'],
      ['GET', '/numbers/7'],
      ['GET', '/numbers/7?a=b'],
      ['POST', '/posted'],
    ] as const);
    const json = Buffer.from(JSON.stringify({ title: 'Dune' }));
    const body = path === '/created' && random.chance(0.7);
    return {
      method,
      path,
      ...(body ? { headers: [['Content-Type', 'application/json']], body: json } : {}),
    };
  },
};
