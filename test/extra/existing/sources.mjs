/** Two controllers as an existing application has them: that of `nest new`, and one with a guard, a DTO and its tests. */
export function existingSources({ js, base = 'src', isMetadataMissing = false }) {
  const expected = isMetadataMissing ? ', expectedType: CreateArticleDto' : '';
  return {
    [`${base}/articles/create-article.dto.ts`]: `import { IsOptional, IsString, MinLength } from 'class-validator';

export class CreateArticleDto {
  @IsString()
  @MinLength(3)
  title: string;

  @IsOptional()
  @IsString()
  genre?: string;
}
`,
    [`${base}/articles/token.guard.ts`]: `import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';

@Injectable()
export class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context
      .switchToHttp()
      .getRequest<{ headers: { authorization?: string } }>();
    return request.headers.authorization === 'Bearer editor';
  }
}
`,
    [`${base}/articles/articles.controller.ts`]: `import {
  Body,
  Controller,
  Get,
  Param,
  ParseIntPipe,
  Post,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { CreateArticleDto } from './create-article.dto${js}';
import { TokenGuard } from './token.guard${js}';

@Controller('articles')
export class ArticlesController {
  @Get(':id')
  one(@Param('id', ParseIntPipe) id: number) {
    return { id, title: 'First' };
  }

  @Post()
  @UseGuards(TokenGuard)
  create(
    @Body(new ValidationPipe({ whitelist: true${expected} }))
    article: CreateArticleDto,
  ) {
    return { id: 2, ...article };
  }
}
`,
    [`${base}/articles/articles.controller.spec.ts`]: `import { ArticlesController } from './articles.controller${js}';

describe('ArticlesController', () => {
  it('finds an article', () => {
    expect(new ArticlesController().one(1)).toEqual({ id: 1, title: 'First' });
  });
});
`,
    'test/articles.e2e-spec.ts': endToEnd(
      js,
      'ArticlesController (e2e)',
      `  it('finds an article, and rejects what is not a number', async () => {
    await request(app.getHttpServer())
      .get('/articles/1')
      .expect(200, { id: 1, title: 'First' });
    await request(app.getHttpServer()).get('/articles/x').expect(400);
  });

  it('strips what it does not declare', async () => {
    await request(app.getHttpServer())
      .post('/articles')
      .set('authorization', 'Bearer editor')
      .send({ title: 'Second', price: 3 })
      .expect(201, { id: 2, title: 'Second' });
  });

  it('is guarded, and has no other methods', async () => {
    await request(app.getHttpServer()).post('/articles').send({}).expect(403);
    await request(app.getHttpServer()).delete('/articles/1').expect(404);
  });
`,
    ),
  };
}

/** A route, as a team writes its first one, with a test of each kind. */
export function routeSources({ js, base = 'src', namespace }) {
  return {
    [`${base}/notes/notes.controller.ts`]: `import { Inject } from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { AppService } from '../app.service${js}';

@RestController('v1', '/notes')
export class NotesController {
  constructor(@Inject(AppService) private readonly app: AppService) {}

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int, copies: int = 3) {
    return { id, copies, text: this.app.constructor.name };
  }
}
`,
    [`${base}/notes/notes.controller.spec.ts`]: `import { createRestApplication } from 'nestjs-rest-routes/testing';
import { AppService } from '../app.service${js}';
import { NotesController } from './notes.controller${js}';

describe('NotesController', () => {
  it('finds a note', async () => {
    const app = await createRestApplication({
      providers: [AppService, NotesController],
    });
    const found = await app.get('/v1/notes/7');
    expect(found.body).toEqual({ id: 7, copies: 3, text: 'AppService' });
    await app.close();
  });
});
`,
    'test/notes.e2e-spec.ts': endToEnd(
      js,
      'NotesController (e2e)',
      `  it('finds a note, and rejects what is not a number', async () => {
    const notes = '/api/${namespace}/v1/notes';
    await request(app.getHttpServer())
      .get(notes + '/7?copies=1')
      .expect(200, { id: 7, copies: 1, text: 'AppService' });
    await request(app.getHttpServer())
      .get(notes + '/7?copies=x')
      .expect(400);
  });
`,
    ),
  };
}

function endToEnd(js, title, tests) {
  return `import { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { App } from 'supertest/types${js}';
import { AppModule } from './../src/app.module${js}';

describe('${title}', () => {
  let app: INestApplication<App>;

  beforeEach(async () => {
    const module = await Test.createTestingModule({
      imports: [AppModule],
    }).compile();
    app = module.createNestApplication();
    await app.init();
  });

  afterEach(async () => {
    await app.close();
  });

${tests}});
`;
}
