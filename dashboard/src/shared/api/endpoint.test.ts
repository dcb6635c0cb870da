import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { api, download } from './client';
import type { Answer, Body, Data, Parts } from './endpoint';
import { apiQuery, keyOf } from './query';
import { resource } from './resource';
import { request } from './transport';
import type { Schema } from './wire-schema';

describe('calls', () => {
  it('f13_6 a path, its values, its query and its body that do not belong together do not compile', () => {
    // Never run: the compiler reads them (`npm run typecheck`).
    const never = () => {
      // @ts-expect-error no such path
      void api.get('/order');
      // @ts-expect-error the path has no such method
      void api.put('/orders');
      // @ts-expect-error the value of {id} is missing
      void api.get('/orders/{id}/trust');
      // @ts-expect-error the value has another name
      void api.get('/orders/{id}/trust', { path: { order: 'ord_1' } });
      // @ts-expect-error a file is no JSON
      void api.get('/documents/{id}/file', { path: { id: 'doc_1' } });
      // @ts-expect-error JSON is no file
      void download('/orders');
      // @ts-expect-error no such word of the query
      void api.get('/places', { query: { city: 'x' } });
      // @ts-expect-error the body is missing
      void api.post('/coupons');
      // @ts-expect-error no such status
      void api.put('/orders/{id}/status', { path: { id: 'ord_1' }, body: { status: 'GONE' } });
      // @ts-expect-error the call takes no body
      void api.post('/mentions/read', { body: { a: 1 } });
      // @ts-expect-error customers are not deleted
      void resource('customers').remove('cus_1');
      // @ts-expect-error a coupon is no order
      void api.get('/coupons/{id}', { path: { id: 'x' } }).then(({ data }): Schema<'OrderView'> => data);
    };
    expect(never).toBeTypeOf('function');
  });

  it('f13_6 an answer has the type that the document gives it', () => {
    expectTypeOf<Data<'/orders/{id}/trust'>>().toEqualTypeOf<Schema<'OrderTrust'>>();
    expectTypeOf<Data<'/orders'>['data'][number]>().toEqualTypeOf<Schema<'OrderRow'>>();
    expectTypeOf<Answer<'delete', '/carts/{id}'>>().toEqualTypeOf<null>();
    expectTypeOf<Parts<'get', '/orders'>['body']>().toEqualTypeOf<undefined>();
    expectTypeOf<Body<'put', '/orders/{id}/status'>['status']>().toEqualTypeOf<Schema<'OrderStatus'>>();
    expectTypeOf(apiQuery('/cod-rules').queryKey).toExtend<readonly unknown[]>();
  });

  it('f13_6 a key comes from the path and its values', () => {
    expect(keyOf('/orders')).toEqual(['orders', 'index']);
    expect(keyOf('/orders', { query: { page: 2 } })).toEqual(['orders', 'index', { page: 2 }]);
    expect(keyOf('/orders/{id}', { path: { id: 'ord_1' } })).toEqual(['orders', 'one', 'ord_1']);
    expect(keyOf('/orders/{id}/trust', { path: { id: 'ord_1' } })).toEqual(['orders', 'one', 'ord_1', 'trust']);
    expect(keyOf('/orders/status-counts')).toEqual(['orders', 'status-counts']);
  });

  it('f13_6 a value is escaped in the path, and an empty one sends no request', async () => {
    const fetchMock = vi.fn(async () => new Response('{"data":null}'));
    vi.stubGlobal('fetch', fetchMock);
    await request('GET', '/orders/{id}', { path: { id: 'a/b' } });
    expect(fetchMock).toHaveBeenCalledWith('/dashboard/v1/orders/a%2Fb', expect.anything());
    await expect(request('DELETE', '/orders/{id}', { path: { id: '' } })).rejects.toMatchObject({
      code: 'invalid_item_selected',
    });
    expect(fetchMock).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });
});
