FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm run build -- /app

FROM node:24-bookworm-slim
COPY --from=build /app /app
RUN install -d -o node -g node /data
WORKDIR /app
USER node
ENV DATA_DIR=/data
VOLUME /data
ENTRYPOINT ["node", "--max-semi-space-size=16", "scripts/bootstrap.mjs"]
CMD ["serve"]
