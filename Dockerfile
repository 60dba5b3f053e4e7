FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm run build -- /app

FROM node:24-bookworm-slim
# Optional, for workers: finds videos that look alike. `--build-arg FFMPEG=0` leaves out several hundred MB.
ARG FFMPEG=1
RUN if [ "$FFMPEG" = 1 ]; then apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*; fi
COPY --from=build /app /app
RUN install -d -o node -g node /data
WORKDIR /app
USER node
ENV DATA_DIR=/data
VOLUME /data
ENTRYPOINT ["node", "--max-semi-space-size=16", "scripts/bootstrap.mjs"]
CMD ["serve"]
