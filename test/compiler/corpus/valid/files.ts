import {
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    @Param({ maxSize: '2 MiB', mediaTypes: ['image/png', 'image/*'] }) cover: UploadedFile,
    back: UploadedFile | null = null,
    @ListOf(UploadedFile, { maxItems: 3 }) pages: UploadedFile[] = [],
    others?: readonly UploadedFile[],
    @Param({ maxSize: 1024 }) thumbnail?: UploadedFile | null,
  ) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        { name: 'cover', type: { kind: 'file' } },
        { name: 'back', type: { kind: 'file', nullable: true }, optional: true, default: null },
        {
          name: 'pages',
          type: { kind: 'array', items: { kind: 'file' } },
          optional: true,
          default: [],
        },
        { name: 'others', type: { kind: 'array', items: { kind: 'file' } }, optional: true },
        { name: 'thumbnail', type: { kind: 'file', nullable: true }, optional: true },
      ],
    },
  },
};
