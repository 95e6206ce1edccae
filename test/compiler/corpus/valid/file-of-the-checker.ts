import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';

type Source = UploadedFile | string;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    cover: Exclude<Source, string>,
    back: NonNullable<UploadedFile | null>,
    pages: Extract<Source, object>[],
  ) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        { name: 'cover', type: { kind: 'file' } },
        { name: 'back', type: { kind: 'file' } },
        { name: 'pages', type: { kind: 'array', items: { kind: 'file' } } },
      ],
    },
  },
};
