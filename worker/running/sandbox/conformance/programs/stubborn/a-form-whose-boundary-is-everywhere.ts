export default async () => {
  const body = '\r\n--a\r\ncontent-disposition: form-data; name="x"\r\n\r\n'.repeat(2e4);
  for (;;)
    await new Response(body, { headers: { "content-type": "multipart/form-data; boundary=a" } })
      .formData()
      .catch(() => 0);
};
