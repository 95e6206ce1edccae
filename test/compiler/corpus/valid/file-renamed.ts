import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { UploadedFile as Picture } from 'nestjs-rest-routes';
import type * as routes from 'nestjs-rest-routes';

type Cover = Picture;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    cover: Cover,
    back: routes.UploadedFile,
    spine: import('nestjs-rest-routes').UploadedFile,
    pages: Array<Picture>,
  ) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        { name: 'cover', type: { kind: 'file' } },
        { name: 'back', type: { kind: 'file' } },
        { name: 'spine', type: { kind: 'file' } },
        { name: 'pages', type: { kind: 'array', items: { kind: 'file' } } },
      ],
    },
  },
};
