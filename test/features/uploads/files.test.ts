import { IsString, MinLength } from 'class-validator';
import {
  Arguments,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
  ValueClass,
} from 'nestjs-rest-routes';
import { createRestApplication } from 'nestjs-rest-routes/testing';
import { describe, expect, test } from 'vitest';
import { ADAPTERS } from '../../support/application.js';

interface Album {
  title: string;
  tags?: string[];
  cover?: UploadedFile;
}

@ValueClass()
class AlbumDto {
  @IsString() @MinLength(2) title!: string;
  @Param() cover!: UploadedFile;
}

@RestController('v1', '/albums')
class AlbumsController {
  @RestRoute('/dto', HttpMethod.Post, new PublicAccess())
  async fromDto(@Arguments() album: AlbumDto) {
    const isInstance = album instanceof AlbumDto;
    return { isInstance, title: album.title, cover: await textOf(album.cover) };
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  async create(
    @Param({ minLength: 2 }) title: string,
    @Param({ maxSize: '1 KiB' }) cover: UploadedFile,
    back: UploadedFile | null = null,
    @ListOf(UploadedFile, { maxItems: 2 }) pages: UploadedFile[] = [],
    size?: { width: number },
  ) {
    const texts = await Promise.all(pages.map((page) => textOf(page)));
    return { title, cover: await textOf(cover), back: back?.name ?? null, texts, size };
  }

  @RestRoute('/typed', HttpMethod.Put, new PublicAccess())
  replace(@Arguments() { title, tags = [], cover }: Album) {
    return { title, tags, cover: cover?.type };
  }

  @RestRoute('/pictures', HttpMethod.Post, new PublicAccess())
  picture(@Param({ mediaTypes: ['image/png'] }) picture: UploadedFile) {
    return { type: picture.type, size: picture.size };
  }
}

async function textOf(file: UploadedFile): Promise<string> {
  return String(await file.bytes());
}

describe.each(ADAPTERS)('files by the types of parameters on %s', (adapter) => {
  const text = (name: string, content: string) => UploadedFile.of(name, content, 'text/plain');

  test('a DTO of class-validator may have a file, and the method gets it', async () => {
    await using app = await createRestApplication({ controllers: [AlbumsController], adapter });
    const cover = text('cover.txt', 'front');
    const { status, body } = await app.post('/v1/albums/dto', { title: 'Momo', cover });
    expect({ status, body }).toEqual({
      status: 200,
      body: { isInstance: true, title: 'Momo', cover: 'front' },
    });
    expect(await app.post('/v1/albums/dto', { title: 'M', cover })).toMatchObject({ status: 400 });
  });

  test('the kit sends what a body holds, and the method gets the files', async () => {
    await using app = await createRestApplication({ controllers: [AlbumsController], adapter });
    const { status, body } = await app.post('/v1/albums', {
      title: 'Momo',
      size: { width: 1.5 },
      cover: text('cover.txt', 'front'),
      back: new File(['b'], 'back.txt'),
      pages: [text('1.txt', 'one'), new Blob(['two'])],
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        title: 'Momo',
        cover: 'front',
        back: 'back.txt',
        texts: ['one', 'two'],
        size: { width: 1.5 },
      },
    });
  });

  test('a file that is missing, too large or one too many is rejected', async () => {
    await using app = await createRestApplication({ controllers: [AlbumsController], adapter });
    const missing = await app.post('/v1/albums', { title: 'Momo' });
    expect(missing).toMatchObject({ status: 400, body: { code: 'rest_missing_callback_param' } });
    const large = await app.post('/v1/albums', {
      title: 'Momo',
      cover: text('c', 'x'.repeat(1025)),
    });
    expect(large.status).toBe(413);
    const pages = ['1', '2', '3'].map((name) => text(name, name));
    const many = await app.post('/v1/albums', { title: 'Momo', cover: text('c', 'x'), pages });
    expect(many).toMatchObject({
      status: 400,
      body: { data: { details: { pages: { code: 'rest_too_many_items' } } } },
    });
  });

  test('a file of another media type than its parameter accepts is 415, whatever the client states', async () => {
    await using app = await createRestApplication({ controllers: [AlbumsController], adapter });
    const picture = UploadedFile.of('picture.png', 'no picture', 'image/png');
    expect((await app.post('/v1/albums/pictures', { picture })).status).toBe(415);
  });

  test('a file whose media types are stated has the type of its content, not the one that the client states', async () => {
    await using app = await createRestApplication({ controllers: [AlbumsController], adapter });
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const picture = UploadedFile.of('picture.html', png, 'text/html');
    const { status, body } = await app.post('/v1/albums/pictures', { picture });
    expect({ status, body }).toEqual({
      status: 200,
      body: { type: 'image/png', size: png.length },
    });
  });

  test('a file is a property of an object of arguments', async () => {
    await using app = await createRestApplication({ controllers: [AlbumsController], adapter });
    const cover = text('cover.txt', 'front');
    const sent = await app.put('/v1/albums/typed', { title: 'Momo', tags: ['a', 'b'], cover });
    expect(sent.body).toEqual({ title: 'Momo', tags: ['a', 'b'], cover: 'text/plain' });
    const without = await app.put('/v1/albums/typed', { title: 'Momo' });
    expect(without.body).toEqual({ title: 'Momo', tags: [] });
  });
});
