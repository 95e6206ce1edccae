import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(@Param({ default: 'cover.png' }) cover: UploadedFile) {}
}

// RR1015 at 13:10
