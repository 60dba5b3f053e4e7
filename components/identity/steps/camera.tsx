"use client";

import { Camera as CameraIcon, Check, RotateCcw } from "lucide-react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Button, Spinner } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/dialog";
import {
  type Assessment,
  assessDocument,
  assessFace,
  CAPTURE_ADVICE,
  type CaptureProblem,
} from "@/lib/domain/identity/capture-quality";
import type { PhotoKind } from "@/lib/domain/identity/documents";

// Loaded only when a person opens the camera.

/** How wide the pictures are that are measured, how often, and how long one must be good before it is taken. */
const MEASURED_PX = 720;
const EVERY_MS = 200;
const GOOD_MS = 1_000;
/** Nothing tells a face from a wall here, so a person gets time to look up. */
const FACE_GOOD_MS = 3_000;
const QUALITY = 0.92;

const REFUSED =
  "We can’t use the camera because it isn’t allowed here. Choose a photo instead, or allow the camera in your browser’s settings.";
const MISSING = "We can’t find a camera on this device. Choose a photo instead.";
const FAILURES: Readonly<Record<string, string>> = {
  NotAllowedError: REFUSED,
  SecurityError: REFUSED,
  NotFoundError: MISSING,
  NotSupportedError: MISSING,
};
const BUSY = "The camera didn’t start. Close other apps that use it, or choose a photo instead.";

type CameraProps = {
  kind: PhotoKind;
  title: string;
  onPhoto: (photo: Blob) => void;
  /** `failure`: why there was no camera. */
  onClose: (failure?: string) => void;
};

/** A live camera with a frame for the document or an oval for the face. It takes the picture by itself when it is good. */
export function Camera({ kind, title, onPhoto, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  const isFace = kind === "person";
  const isOn = useStream(video, isFace, onClose);
  useEffect(() => () => (taken ? URL.revokeObjectURL(taken.url) : undefined), [taken]);

  const take = useCallback(async () => {
    const canvas = video.current && pictureOf(video.current, Number.POSITIVE_INFINITY);
    const photo = canvas && (await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY)));
    if (photo) setTaken({ photo, url: URL.createObjectURL(photo), problem: assess(canvas, isFace).problem });
  }, [isFace]);
  const { advice, part } = useAdvice(video, { isFace, isOn: isOn && !taken, take });
  const words = CAPTURE_ADVICE[isFace ? "face" : "document"];
  const line = taken
    ? taken.problem
      ? `${words[taken.problem]} Or use it, if you can read everything.`
      : "Use it if everything is sharp and readable."
    : !isOn
      ? "Starting the camera…"
      : advice === "good"
        ? "Good. Hold still."
        : advice && words[advice];

  return (
    <Dialog
      open
      title={taken ? "Check the photo" : title}
      onOpenChange={() => onClose()}
      footer={
        taken ? (
          <>
            <Button icon={<RotateCcw aria-hidden />} onClick={() => setTaken(null)}>
              Take another
            </Button>
            <Button variant="primary" icon={<Check aria-hidden />} onClick={() => onPhoto(taken.photo)}>
              Use this photo
            </Button>
          </>
        ) : (
          <Button variant="primary" icon={<CameraIcon aria-hidden />} disabled={!isOn} onClick={() => void take()}>
            Take the photo
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <div
          className={cn(
            "relative overflow-hidden rounded-lg bg-[#000]",
            isFace ? "mx-auto aspect-3/4 w-full max-w-72" : "aspect-4/3 w-full",
          )}
        >
          <video
            ref={video}
            autoPlay
            playsInline
            muted
            aria-label="What the camera sees"
            className={cn("size-full object-cover", isFace && "-scale-x-100", taken && "invisible")}
          />
          {taken ? (
            // biome-ignore lint/performance/noImgElement: an ID is never cached, resized or proxied
            <img src={taken.url} alt="The one you took" className="absolute inset-0 size-full object-contain" />
          ) : (
            <Frame isFace={isFace} part={part} />
          )}
          {isOn ? null : (
            <span className="absolute inset-0 grid place-items-center text-[#fff]">
              <Spinner />
            </span>
          )}
        </div>
        <p role="status" className="min-h-6 text-center font-medium text-base">
          {line}
        </p>
        {taken ? null : (
          <p className="text-center text-muted">We take it when it looks good, or when you press the button.</p>
        )}
      </div>
    </Dialog>
  );
}

type Taken = { photo: Blob; url: string; problem: CaptureProblem | null };

/** Where to hold the document or the face, over the picture, so in colors of no theme. `part`: of the time until the picture is taken. */
const Frame = ({ isFace, part }: { isFace: boolean; part: number }) => (
  <div
    aria-hidden
    className={cn(
      "pointer-events-none absolute border-4 shadow-[0_0_0_100vmax_rgb(0_0_0/0.35)] transition-colors",
      part > 0 ? "border-[#4ade80]" : "border-[#fffc]",
      isFace ? "inset-x-[18%] inset-y-[12%] rounded-[50%]" : "inset-x-[6%] inset-y-[11%] rounded-2xl",
    )}
  >
    <span className="absolute inset-x-1/4 -bottom-3 h-1 overflow-hidden rounded-full bg-[#0008]">
      <span className="block h-full bg-[#4ade80]" style={{ width: `${part * 100}%` }} />
    </span>
  </div>
);

/** The camera's picture in `video`, until the page or the component is left. True once it plays. */
function useStream(
  video: RefObject<HTMLVideoElement | null>,
  isFace: boolean,
  onFail: (failure: string) => void,
): boolean {
  const [isOn, setIsOn] = useState(false);
  const fail = useRef(onFail);
  fail.current = onFail;
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOver = false;
    const stop = () => {
      isOver = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          audio: false,
          video: {
            facingMode: { ideal: isFace ? "user" : "environment" },
            width: { ideal: 2560 },
            height: { ideal: 1920 },
          },
        });
        // The person closed the dialog while the browser asked.
        if (isOver || !video.current) return stop();
        video.current.srcObject = stream;
        await video.current.play();
        setIsOn(true);
      } catch (error) {
        if (isOver) return;
        stop();
        fail.current(FAILURES[error instanceof DOMException ? error.name : ""] ?? BUSY);
      }
    };
    void start();
    // A page kept for “back” keeps its components.
    const leave = () => {
      stop();
      fail.current("");
    };
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      stop();
    };
  }, [video, isFace]);
  return isOn;
}

type Watched = { isFace: boolean; isOn: boolean; take: () => Promise<void> };

/** What to do about the picture, measured while the camera is on, and how much of the time it has been good. */
function useAdvice(video: RefObject<HTMLVideoElement | null>, { isFace, isOn, take }: Watched) {
  const [advice, setAdvice] = useState<CaptureProblem | "good" | null>(null);
  const [part, setPart] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const needed = isFace ? FACE_GOOD_MS : GOOD_MS;
    let goodSince: number | null = null;
    let last: CaptureProblem | "good" | null = null;
    const timer = setInterval(() => {
      const canvas = video.current && document.visibilityState === "visible" && pictureOf(video.current, MEASURED_PX);
      if (!canvas) return;
      const seen = assess(canvas, isFace).problem ?? "good";
      const now = performance.now();
      goodSince = seen === "good" ? (goodSince ?? now) : null;
      const share = goodSince === null ? 0 : Math.min(1, (now - goodSince) / needed);
      setPart(share);
      // Said when it is seen twice, so that one frame doesn't talk.
      if (seen === last) setAdvice(seen);
      last = seen;
      if (share < 1) return;
      clearInterval(timer);
      void take();
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
      setAdvice(null);
      setPart(0);
    };
  }, [video, isFace, isOn, take]);
  return { advice, part };
}

/** The part of the camera's picture that the person sees, with its long side at most `longSide`. Null before there is one. */
function pictureOf(video: HTMLVideoElement, longSide: number): HTMLCanvasElement | null {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video;
  if (!videoWidth || !videoHeight || !clientWidth || !clientHeight) return null;
  const cover = Math.min(videoWidth / clientWidth, videoHeight / clientHeight);
  const seen = { width: clientWidth * cover, height: clientHeight * cover };
  const scale = Math.min(1, longSide / Math.max(seen.width, seen.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(seen.width * scale);
  canvas.height = Math.round(seen.height * scale);
  const from = { x: (videoWidth - seen.width) / 2, y: (videoHeight - seen.height) / 2 };
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context?.drawImage(video, from.x, from.y, seen.width, seen.height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function assess(canvas: HTMLCanvasElement, isFace: boolean): Assessment {
  const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
  if (!pixels) return { ok: true, problem: null };
  return isFace ? assessFace(pixels) : assessDocument(pixels);
}
