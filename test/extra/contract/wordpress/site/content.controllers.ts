import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestResponse,
  RestRoute,
  UploadedFile,
  type int,
} from 'nestjs-rest-routes';
import { Records, type Record } from './records.js';

/** What the editor of a site writes. */
@Injectable()
export class Content {
  readonly posts = new Records({ code: 'rest_post', hasTrash: true });
  readonly media = new Records({ code: 'rest_post', hasTrash: false });
}

type Order = 'asc' | 'desc';

@RestController('v2', '/posts')
export class PostsController {
  constructor(private readonly content: Content) {}

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(
    @Param({ minimum: 1 }) page: int = 1,
    @Param({ minimum: 1, maximum: 100 }) per_page: int = 10,
    search?: string,
    _order: Order = 'desc',
  ): RestResponse<Record[]> {
    return this.content.posts.page(page, per_page, search);
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit_posts'))
  create(title: string, content = '', featured_media: int = 0): RestResponse<Record> {
    const post = { type: 'post', title: rendered(title), content: rendered(content) };
    const created = this.content.posts.create({ ...post, featured_media });
    return new RestResponse(created, 201, { Location: `/wp-json/wp/v2/posts/${created.id}` });
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int): RestResponse<Record> {
    const post = this.content.posts.find(id);
    const response = new RestResponse(post).link('self', `/wp/v2/posts/${id}`);
    const media = Number(post['featured_media']);
    if (media === 0) return response;
    const rel = 'https://api.w.org/featuredmedia';
    return response.link(rel, `/wp/v2/media/${media}`, { embeddable: true });
  }

  @RestRoute(
    '/{id}',
    [HttpMethod.Post, HttpMethod.Put, HttpMethod.Patch],
    new Capability('edit_posts'),
  )
  update(id: int, title?: string, content?: string): Record {
    const { posts } = this.content;
    return posts.update(id, {
      ...(title === undefined ? {} : { title: rendered(title) }),
      ...(content === undefined ? {} : { content: rendered(content) }),
    });
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('edit_posts'))
  remove(id: int, force = false): object {
    const previous = this.content.posts.remove(id, force);
    return force ? { deleted: true, previous } : previous;
  }
}

@RestController('v2', '/media')
export class MediaController {
  constructor(private readonly content: Content) {}

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(
    @Param({ minimum: 1 }) page: int = 1,
    @Param({ minimum: 1, maximum: 100 }) per_page: int = 10,
  ): RestResponse<Record[]> {
    return this.content.media.page(page, per_page);
  }

  /** The file of a form, or the body itself. */
  @RestRoute('', HttpMethod.Post, new Capability('upload_files'))
  async create(
    @Param({ mediaTypes: ['image/*', 'text/plain'], maxSize: '1 MiB' }) file: UploadedFile,
    title?: string,
  ): Promise<RestResponse<Record>> {
    const digest = createHash('sha256').update(await file.bytes());
    const created = this.content.media.create({
      type: 'attachment',
      title: rendered(title ?? file.name),
      source_url: `/uploads/${file.name}`,
      mime_type: file.type,
      sha256: digest.digest('hex'),
    });
    return new RestResponse(created, 201, { Location: `/wp-json/wp/v2/media/${created.id}` });
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int): Record {
    return this.content.media.find(id);
  }

  @RestRoute('/{id}', HttpMethod.Post, new Capability('upload_files'))
  update(id: int, title: string): Record {
    return this.content.media.update(id, { title: rendered(title) });
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('upload_files'))
  remove(id: int, force = false): object {
    return { deleted: true, previous: this.content.media.remove(id, force) };
  }
}

const TYPES = new Map([
  ['post', { name: 'Posts', slug: 'post', rest_base: 'posts', rest_namespace: 'wp/v2' }],
  [
    'attachment',
    { name: 'Media', slug: 'attachment', rest_base: 'media', rest_namespace: 'wp/v2' },
  ],
]);

@RestController('v2', '/types')
export class TypesController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(): object {
    return Object.fromEntries(TYPES);
  }

  @RestRoute('/{type}', HttpMethod.Get, new PublicAccess())
  one(type: string): object {
    const found = TYPES.get(type);
    if (found !== undefined) return found;
    throw new RestException('rest_type_invalid', 'Invalid post type.', 404);
  }
}

function rendered(text: string): object {
  return { rendered: text };
}
